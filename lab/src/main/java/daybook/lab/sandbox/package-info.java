/**
 * A log to play with: produce, consume, crash, and see what it does to positions.
 *
 * <p>Log, partitioner and group are the real ones, in a directory that nothing else uses and that is deleted afterwards. Nothing here is
 * handed another log, so nothing that is done here can reach a venue's topics. Positions are kept in memory: they stand for a table that
 * survives the death of whoever writes to it.
 */
@NullMarked
package daybook.lab.sandbox;

import org.jspecify.annotations.NullMarked;
