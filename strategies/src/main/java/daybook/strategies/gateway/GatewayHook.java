package daybook.strategies.gateway;

/**
 * Called at every step of an order, so that a test can let the gateway die at exactly that one, by throwing something that nobody
 * catches. What is in the database and at the venue then is what a killed process would have left there.
 */
@FunctionalInterface
interface GatewayHook {
    /** Nothing happens. */
    GatewayHook NONE = stage -> {};

    /** Where the gateway is. */
    enum Stage {
        /** Orders are marked as about to be sent; not committed. */
        CLAIMED,
        /** That is durable; the next thing is to send one. */
        BEFORE_SUBMIT,
        /** It has been sent; whatever came back is only in memory. */
        AFTER_SUBMIT,
        /** The venue has been asked about one. */
        AFTER_FIND,
        /** What was learned is written; not committed. */
        RECORDED
    }

    void at(Stage stage);
}
