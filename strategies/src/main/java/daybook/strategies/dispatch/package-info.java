/**
 * Turns closed bars into batches of strategies that are due, one shard each.
 */
@NullMarked
package daybook.strategies.dispatch;

import org.jspecify.annotations.NullMarked;
