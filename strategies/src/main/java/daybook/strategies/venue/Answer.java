package daybook.strategies.venue;

/** What a venue says about an order, or why it says nothing. */
public sealed interface Answer {

    /**
     * The venue has the order.
     *
     * @param state as it is now
     * @param filledQuantity in the intent's quantity units
     */
    record Known(String venueOrderId, State state, long filledQuantity, String reason) implements Answer {}

    /** The venue answers, and does not know the order. See {@link Venue#settleMs}. */
    record NoSuchOrder() implements Answer {}

    /** It is certain that the order has not reached the venue: nobody listens there, nobody is logged on. */
    record NotSent(String why) implements Answer {}

    /** The venue may have the order or not: a deadline passed, a connection broke, it said that it failed. */
    record NoAnswer(String why) implements Answer {}

    /** Of an order that the venue has. */
    enum State {
        OPEN,
        PARTIALLY_FILLED,
        FILLED,
        CANCELLED,
        /** Refused by a rule of the venue, for good. */
        REJECTED
    }
}
