/**
 * The order-gateway: takes intents from the log and sends each to its venue once.
 *
 * <p>No log and no database can commit together with a venue. So: the order's identity is durable before it is sent; what was sent and
 * not answered is asked for, by that identity, before anything else; and it is sent again only when the venue says, long enough after,
 * that it does not have it ({@code docs/decisions/0028}).
 */
@NullMarked
package daybook.strategies.gateway;

import org.jspecify.annotations.NullMarked;
