package daybook.lab.study;

/**
 * What the watermark study does: a publisher sends numbered trades, some in flight at once. A send that fails does not stop those
 * behind it, and afterwards everything from the failed one on is sent again.
 *
 * @param failureRate 0 to 1, per round of sends
 */
public record WatermarkPlan(long seed, int trades, double failureRate) {
    /** Small enough to look at each record. */
    public static final WatermarkPlan USUAL = new WatermarkPlan(1, 1_000, 0.1);

    /** Sends that are under way together. */
    static final int IN_FLIGHT = 5;

    public WatermarkPlan {
        if (trades < 1 || trades > 1_000_000) {
            throw new IllegalArgumentException("trades: " + trades + " (expected: 1..1000000)");
        }
        if (!(failureRate >= 0 && failureRate < 1)) {
            throw new IllegalArgumentException("failureRate: " + failureRate + " (expected: 0, to less than 1)");
        }
    }
}
