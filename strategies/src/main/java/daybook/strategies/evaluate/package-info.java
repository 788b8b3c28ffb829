/**
 * Evaluates each strategy once per bar, under the lease of its shard: from the clock's bus (the local path) or from batches on the log, by the
 * same code.
 */
@NullMarked
package daybook.strategies.evaluate;

import org.jspecify.annotations.NullMarked;
