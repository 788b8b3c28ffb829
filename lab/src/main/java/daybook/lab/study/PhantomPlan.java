package daybook.lab.study;

/**
 * What the phantom study does: the exchange has made so many events durable, and written those of some more trades, when the power
 * goes. By default it is the story of events 900 to 905.
 *
 * @param durableEvents before the cut
 * @param lostTrades written and not durable, three events each; after the restart as many others take their numbers
 */
public record PhantomPlan(long seed, int durableEvents, int lostTrades) {
    public static final PhantomPlan USUAL = new PhantomPlan(1, 899, 2);

    static final int EVENTS_OF_A_TRADE = 3;

    public PhantomPlan {
        if (durableEvents < 20 || durableEvents > 100_000) {
            throw new IllegalArgumentException("events: " + durableEvents + " (expected: 20..100000)");
        }
        if (lostTrades < 1 || lostTrades > 1_000) {
            throw new IllegalArgumentException("trades: " + lostTrades + " (expected: 1..1000)");
        }
    }

    /** Last event that was written before the cut. */
    long writtenSeq() {
        return durableEvents + (long) EVENTS_OF_A_TRADE * lostTrades;
    }
}
