/**
 * What clients ask and what the exchange decided, as plain values, and the one way to write each of them down.
 *
 * <p>A {@link daybook.events.Command} is a request with its time; an {@link daybook.events.Event} is a decision with its place
 * ({@code seq}) in the exchange's history; a {@link daybook.events.Fill} is one account's half of a trade. Prices and quantities
 * are integers in units of 10^-priceScale and 10^-quantityScale of their symbol, money in 10^-moneyScale of its currency.
 */
@NullMarked
package daybook.events;

import org.jspecify.annotations.NullMarked;
