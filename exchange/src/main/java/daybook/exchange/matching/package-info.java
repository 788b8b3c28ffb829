/**
 * The matching engine: one command and its time in, its events out.
 *
 * <p>The same commands give the same events, bit for bit: no clock, no randomness, no thread, integers only, and no order of
 * iteration that a hash decides. It knows nothing of files: whoever calls it journals the command and the events that it
 * passes to an {@link daybook.exchange.matching.EventSink}. docs/matching-rules.md states the rules a user can rely on.
 */
@NullMarked
package daybook.exchange.matching;

import org.jspecify.annotations.NullMarked;
