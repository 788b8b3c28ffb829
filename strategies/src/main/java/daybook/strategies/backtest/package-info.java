/**
 * Runs strategies over bars of the past, and repeats what was decided live to compare: same code, same ids.
 */
@NullMarked
package daybook.strategies.backtest;

import org.jspecify.annotations.NullMarked;
