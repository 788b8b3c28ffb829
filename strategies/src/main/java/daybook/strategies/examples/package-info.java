/**
 * Three small strategies on bars, to be read and copied: momentum, mean reversion, market maker.
 */
@NullMarked
package daybook.strategies.examples;

import org.jspecify.annotations.NullMarked;
