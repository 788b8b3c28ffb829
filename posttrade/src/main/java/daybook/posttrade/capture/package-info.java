/**
 * The only reader of order events: keeps orders, trades and charges, and publishes each account's half of a trade as a fill,
 * written in the transaction of the trade. Whatever order the events come in, the rows are the same in the end.
 */
@NullMarked
package daybook.posttrade.capture;

import org.jspecify.annotations.NullMarked;
