package daybook.app.traders;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many traders, and how busy.
 *
 * @param traders 0..1,000; a third are makers, at least one
 * @param accounts accounts they are spread over; 0 = as many as the rate needs
 * @param commandsPerSecond of all of them together, in wall-clock time
 */
public record TraderSettings(int traders, int accounts, int commandsPerSecond, long seed) {
    /** What each account's limits allow: half of it is used, so that the limit never refuses a simulated trader. */
    public static final int ORDERS_PER_SECOND = 500;

    public static final int BURST = 1_000;
    private static final int USED_PER_SECOND = ORDERS_PER_SECOND / 2;

    public TraderSettings {
        if (traders < 0 || traders > 1_000) {
            throw new IllegalArgumentException("traders: " + traders + " (expected: 0..1000)");
        }
        if (accounts < 0 || accounts > 10_000) {
            throw new IllegalArgumentException("accounts: " + accounts + " (expected: 0..10000)");
        }
        if (commandsPerSecond < 0 || commandsPerSecond > 100_000) {
            throw new IllegalArgumentException("rate: " + commandsPerSecond + " (expected: 0..100000)");
        }
    }

    /** The traders' accounts, one per trader; more traders than asked for if the rate needs more accounts. */
    public List<String> accountIds() {
        if (traders == 0) {
            return List.of();
        }
        int needed = Math.max(Math.max(traders, accounts), (commandsPerSecond + USED_PER_SECOND - 1) / USED_PER_SECOND);
        return IntStream.rangeClosed(1, needed)
                .mapToObj(n -> String.format("sim-%03d", n))
                .toList();
    }
}
