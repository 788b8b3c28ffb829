package daybook.exchange;

/**
 * Told once how a queued command ended, unless the process dies first. Called on the exchange's thread, or on the thread that
 * closes the exchange: must be quick and must not throw.
 */
@FunctionalInterface
public interface ReplyListener {
    ReplyListener NONE = reply -> {};

    void replied(Reply reply);
}
