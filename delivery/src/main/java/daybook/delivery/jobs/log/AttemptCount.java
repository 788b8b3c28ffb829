package daybook.delivery.jobs.log;

/**
 * How-manieth attempt at a job it is: what its record carries from before it was last written, and how often this very record was
 * handed out since. The first survives a retry, which is a new record; the second a worker that dies.
 */
public final class AttemptCount {
    private AttemptCount() {}

    /**
     * From 1.
     *
     * @param recorded in the record; 0 in one that was pushed
     * @param deliveries of the record at its offset, this one included
     */
    public static int of(int recorded, int deliveries) {
        if (recorded < 0 || deliveries < 1) {
            throw new IllegalArgumentException(
                    "recorded, deliveries: " + recorded + ", " + deliveries + " (expected: 0 or more, 1 or more)");
        }
        return Math.addExact(recorded, deliveries);
    }
}
