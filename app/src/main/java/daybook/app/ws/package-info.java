/**
 * What browsers see live: one WebSocket per client, channels over it. docs/formats/websocket.md is the protocol.
 *
 * <p>Nothing is queued for a client. A subscription is a number, the seq it has seen, over rings that all clients share; the next
 * message is looked up when the client has taken the one before. So a slow client costs no memory, books are conflated by
 * looking later, and going on after a break, at any replica, is the same as going on.
 *
 * <p>Threads: {@link daybook.app.ws.Hub#pump} looks what has changed and wakes subscriptions; each connection's sending belongs to one {@link
 * daybook.app.ws.Lane}; Jetty's threads read requests and hand them to the lane.
 */
@NullMarked
package daybook.app.ws;

import org.jspecify.annotations.NullMarked;
