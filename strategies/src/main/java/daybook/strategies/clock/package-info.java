/**
 * The bar clock: decides when a bar is over, records it, and tells who waits for it: first those in this process, then the log.
 *
 * <p>Each bar of a series is told once, in the order of tokens, whatever the log does; where bars come from is the port
 * {@link daybook.strategies.clock.BarSource}.
 */
@NullMarked
package daybook.strategies.clock;

import org.jspecify.annotations.NullMarked;
