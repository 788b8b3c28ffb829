package daybook.exchange;

import daybook.events.Command;

/**
 * The exchange's entry. Safe for many threads; never blocks.
 *
 * <p>The command gets its number and its time when it is taken from the ring. A reply follows each {@link Submission.Queued}
 * after the command and its events are durable, or never if the process dies first: then the outcome is unknown, and the
 * caller asks by clientOrderId.
 */
public interface OrderEntry {
    Submission submit(Command command, ReplyListener listener);
}
