/**
 * Which path evaluates a shard, the local one or the log, and how shards move between them: drained and fenced, one move at a time.
 */
@NullMarked
package daybook.strategies.cutover;

import org.jspecify.annotations.NullMarked;
