/**
 * Carries durable journal events to the log, off the order path.
 *
 * <p>The journal is the outbox: an event is read only after it is durable, sent at least once, and the checkpoint never passes
 * an event that is still in flight. Should the log lose what it had acknowledged, the publisher notices at the next connect and
 * goes back to what is still there.
 */
@NullMarked
package daybook.publisher;

import org.jspecify.annotations.NullMarked;
