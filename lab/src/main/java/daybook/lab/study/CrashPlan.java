package daybook.lab.study;

/**
 * What the crash study does. A day is a number of fills, keyed by account into {@value #PARTITIONS} partitions and consumed in
 * batches, with crashes at steps that are drawn uniformly: every record processed, and the moment between the last record of a
 * batch and its commit.
 *
 * @param days in each mode
 * @param fills a day
 * @param accounts that the fills belong to
 * @param batch most records between two commits
 * @param crashes a day
 */
public record CrashPlan(long seed, int days, int fills, int accounts, int batch, int crashes) {
    public static final int PARTITIONS = 4;
    public static final int STOCKS = 20;
    /** Of the published study. */
    public static final CrashPlan PUBLISHED = new CrashPlan(1, 100, 10_000, 10, 100, 10);

    static final int LOT = 100;
    static final int LARGEST_LOTS = 10;

    public CrashPlan {
        between("days", days, 1, 10_000);
        between("fills", fills, 1, 1_000_000);
        between("accounts", accounts, 1, 10_000);
        between("batch", batch, 1, 100_000);
        between("crashes", crashes, 0, fills);
    }

    private static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + low + ".." + high + ")");
        }
    }

    /** Batches of an undisturbed day. */
    int batches() {
        return (fills + batch - 1) / batch;
    }

    /** Moments of an undisturbed day at which the consumer may die. */
    int steps() {
        return fills + batches();
    }
}
