/**
 * Strategies on closed bars, each evaluated once per bar, and their orders, each sent once: subscriptions, clock, dispatcher, evaluator,
 * order-gateway, cutover, parity. Cannot see the exchange: it owns the port {@link daybook.strategies.venue.Venue}.
 *
 * <p>Here: what its parts tell each other, as values and as the JSON of their topics.
 */
@NullMarked
package daybook.strategies;

import org.jspecify.annotations.NullMarked;
