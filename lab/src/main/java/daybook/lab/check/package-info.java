/**
 * An independent reader of what the venue has written: journal files, the files of the embedded log, the payloads and JSON in
 * them. It was written from {@code docs/formats} and shares no code with what it checks, so one bug cannot hide in both.
 *
 * <p>{@link daybook.lab.check.TopicCheck} compares the topic of exchange events with the journal;
 * {@link daybook.lab.check.TradeTotals} adds up positions again, from the journal's trades or from the fills.
 */
@NullMarked
package daybook.lab.check;

import org.jspecify.annotations.NullMarked;
