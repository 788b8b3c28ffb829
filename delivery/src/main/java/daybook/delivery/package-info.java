/**
 * Turns at-least-once delivery into effects that count once.
 *
 * <p>Inbox, outbox and cursors live in the same database as the effect and join the caller's transaction: every method that
 * belongs to one takes the caller's {@link java.sql.Connection}. Every consumer states its {@link
 * daybook.delivery.DeliveryMode}. What cannot be processed is parked with its origin, never dropped.
 */
@NullMarked
package daybook.delivery;

import org.jspecify.annotations.NullMarked;
