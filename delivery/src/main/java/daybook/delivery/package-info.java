/** Turns at-least-once delivery into effects that count once.
 *
 * <p>Inbox, outbox and cursors live in the same database as the effect and join the caller's transaction. Every consumer
 * states its mode. */
@NullMarked
package daybook.delivery;

import org.jspecify.annotations.NullMarked;
