/**
 * Simulated traders: makers who quote, noise that trades for no reason, momentum that follows. Seeded: the same seed and the same
 * replies give the same commands. They enter orders by the same door as everybody and know only what replies told them.
 */
@NullMarked
package daybook.app.traders;

import org.jspecify.annotations.NullMarked;
