package daybook.lab.study;

/**
 * What the rebalance study does: the members of a group share a day's fills; one of them freezes with a batch in its hands, is
 * taken to be dead, and wakes up when others have done its work; at last another member joins.
 *
 * @param members at the beginning
 */
public record RebalancePlan(long seed, int fills, int partitions, int members) {
    /** Of the published example: eight partitions, three members. */
    public static final RebalancePlan USUAL = new RebalancePlan(1, 6_000, 8, 3);

    static final int BATCH = 50;
    private static final int ACCOUNTS = 200;

    public RebalancePlan {
        between("fills", fills, 1_000, 1_000_000);
        between("partitions", partitions, 1, 64);
        between("members", members, 2, 16);
    }

    private static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + low + ".." + high + ")");
        }
    }

    /** What is published. */
    CrashPlan day() {
        return new CrashPlan(seed, 1, fills, ACCOUNTS, BATCH, 0);
    }
}
