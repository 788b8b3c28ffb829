package daybook.strategies.gateway;

import daybook.events.Topics;
import java.time.Duration;

/**
 * How a gateway works.
 *
 * @param topics with the prefix of this installation
 * @param batch most intents that are taken from the log in one transaction
 * @param claims most orders of an account that are claimed in one transaction; each is sent while the others wait
 * @param accounts most accounts that one process works on at a time: the others are left to other processes
 * @param lease how long an account stays with a process that does not renew it. Longer than a venue's deadline, or an owner loses the
 *     account while it waits for an answer
 */
public record GatewayOptions(Topics topics, int batch, int claims, int accounts, Duration lease) {
    private static final int MOST_CLAIMS = 1_000;
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    public GatewayOptions {
        check("batch", batch, 10_000);
        check("claims", claims, MOST_CLAIMS);
        check("accounts", accounts, 100_000);
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("lease: " + lease + " (expected: 1 s to 1 h)");
        }
    }

    /** 500 intents, 32 claims, 1,000 accounts, 30 s. */
    public static GatewayOptions of(Topics topics) {
        return new GatewayOptions(topics, 500, 32, 1_000, Duration.ofSeconds(30));
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1.." + most + ")");
        }
    }
}
