/**
 * Experiments: what each way of consuming and publishing costs when processes die. They drive the production classes of
 * {@code delivery} over any log and database, and count what became of every event.
 */
@NullMarked
package daybook.lab.study;

import org.jspecify.annotations.NullMarked;
