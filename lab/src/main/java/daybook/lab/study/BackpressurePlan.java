package daybook.lab.study;

/**
 * What the back-pressure study does: orders come at a steady rate while the log is away for a while. Time is simulated, one
 * millisecond at a time.
 *
 * @param ordersPerMs that are entered
 * @param outageMs how long the log is away
 * @param ringSlots commands that may wait in the exchange
 */
public record BackpressurePlan(int ordersPerMs, int outageMs, int ringSlots) {
    /** The production ring, and a little more than it holds. */
    public static final BackpressurePlan USUAL = new BackpressurePlan(100, 1_000, 65_536);

    /** Before the log goes away. */
    static final int BEFORE_MS = 100;
    /** How often the publisher tries to come back: a production setting. */
    static final int RETRY_MS = 1_000;
    /** After the log has come back. */
    static final int AFTER_MS = RETRY_MS + 200;
    /** Orders are entered, and everybody works, once in so long. */
    static final int STEP_MS = 10;

    public BackpressurePlan {
        between("orders", ordersPerMs, 1, 1_000);
        between("outage", outageMs, STEP_MS, 60_000);
        between("ring", ringSlots, 2, 1 << 20);
        if (Integer.bitCount(ringSlots) != 1) {
            throw new IllegalArgumentException("ring: " + ringSlots + " (expected: a power of two)");
        }
        if (ordersPerMs * STEP_MS > ringSlots) {
            throw new IllegalArgumentException("ring: " + ringSlots + " (expected: at least the orders of " + STEP_MS
                    + " ms, " + ordersPerMs * STEP_MS + ")");
        }
    }

    private static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + low + ".." + high + ")");
        }
    }

    int steps() {
        return (BEFORE_MS + outageMs + AFTER_MS) / STEP_MS;
    }

    int ordersPerStep() {
        return ordersPerMs * STEP_MS;
    }

    long offered() {
        return (long) steps() * ordersPerStep();
    }

    boolean away(int ms) {
        return ms >= BEFORE_MS && ms < BEFORE_MS + outageMs;
    }

    /**
     * How many are told to come again, if the exchange stands still until the publisher is back: those that come meanwhile and find the
     * ring full. It stands still from the first step of the outage until the publisher's first attempt after it.
     */
    Band busy() {
        double least = (double) ordersPerMs * (outageMs - STEP_MS) - ringSlots;
        double most = (double) ordersPerMs * (outageMs + RETRY_MS + STEP_MS) - ringSlots;
        return new Band(Math.max(0, least), Math.max(0, most));
    }
}
