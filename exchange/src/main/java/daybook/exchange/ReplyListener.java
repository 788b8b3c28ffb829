package daybook.exchange;

/** Told the outcome of a command. Called on the exchange's thread: must be quick and must not throw. */
@FunctionalInterface
public interface ReplyListener {
    ReplyListener NONE = reply -> {};

    void replied(Reply reply);
}
