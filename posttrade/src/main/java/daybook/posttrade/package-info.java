/**
 * What happens after the trade: capture keeps orders, trades and charges and publishes fills; the ledger turns fills into
 * positions, cash and profit; the board ranks accounts. Cannot see the exchange: it lives from topics alone.
 *
 * <p>Here: what the three share. Each service is a class with {@code int pump()}, its own database and no thread of its own.
 */
@NullMarked
package daybook.posttrade;

import org.jspecify.annotations.NullMarked;
