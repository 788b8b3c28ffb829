package daybook.strategies;

/**
 * Under which grant of which lease something was decided ({@link daybook.delivery.Lease#token}). Whoever acts on it asks in the
 * transaction that claims the act whether that grant is still the last one.
 *
 * @param lease name of the lease; that of the shard for what a strategy decides
 * @param token of the grant; 0 = an act of a person, which no lease covers
 */
public record Fence(String lease, long token) {
    /** What a person orders by hand. */
    public static final Fence MANUAL = new Fence("manual", 0);

    public Fence {
        if (lease.isEmpty() || token < 0) {
            throw new IllegalArgumentException("fence: " + lease + " " + token + " (expected: a name, 0 or more)");
        }
    }

    public boolean isManual() {
        return token == 0;
    }
}
