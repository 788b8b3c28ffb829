/**
 * Judges recorded histories by rule, not by example: what writers sent, readers saw, groups committed and clients were told,
 * against what must hold of any log and any exchange. The rules for the topic are those of Jepsen's analysis of Kafka, written
 * anew, with equality to a source added; the rules for acknowledgements are linearizability with the number as its witness.
 *
 * <p>{@link daybook.lab.history.TopicChecker} and {@link daybook.lab.history.AckChecker} take one pass each,
 * {@link daybook.lab.history.StateChecker} compares a state with its fold; they know nothing of
 * the code that made the history.
 */
@NullMarked
package daybook.lab.history;

import org.jspecify.annotations.NullMarked;
