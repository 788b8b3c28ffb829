package daybook.lab.study;

/**
 * What the outbox study does: a service stores trades and announces each one, and dies with the given probability between the two
 * steps that its design takes.
 *
 * @param crashRate 0 to 1, per trade
 */
public record OutboxPlan(long seed, int trades, double crashRate) {
    /** Of the published study. */
    public static final OutboxPlan PUBLISHED = new OutboxPlan(1, 2_000, 0.01);

    public OutboxPlan {
        if (trades < 1 || trades > 1_000_000) {
            throw new IllegalArgumentException("trades: " + trades + " (expected: 1..1000000)");
        }
        if (!(crashRate >= 0 && crashRate <= 1)) {
            throw new IllegalArgumentException("crashRate: " + crashRate + " (expected: 0..1)");
        }
    }

    /** How many trades are struck. */
    Band struck() {
        double mean = trades * crashRate;
        return Band.ofSum(mean, Math.sqrt(mean * (1 - crashRate)), trades);
    }
}
