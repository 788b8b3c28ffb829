/**
 * Our exchange as a FIX counterparty: requests become commands, durable events become execution reports.
 *
 * <p>Every report of something that the exchange decided is made from the durable history, in its order, and from nothing else: the
 * reply to an order, the fill of an order that rested for days, and what was missed while nobody was logged on take the same way. So
 * a report never leaves before its event is durable, none is skipped, and its ExecID is the event's seq.
 */
@NullMarked
package daybook.fix.acceptor;

import org.jspecify.annotations.NullMarked;
