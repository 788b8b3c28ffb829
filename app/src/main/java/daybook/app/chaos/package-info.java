/**
 * Takes a broker away from a venue that trades, brings it back, and lets others judge: what the venue says of itself, and the
 * foreign reader of {@code lab}.
 *
 * <p>Knows a venue by its status alone. Confined to the calling thread.
 */
@NullMarked
package daybook.app.chaos;

import org.jspecify.annotations.NullMarked;
