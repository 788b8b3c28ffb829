package daybook.fix;

import daybook.strategies.venue.Venue;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A venue that is reached over FIX 4.4.
 *
 * @param name as account keys name it
 * @param address where it listens
 * @param directory where the session's numbers lie; made if it is not there
 * @param deadline wall-clock, of each call
 */
public record FixVenueSettings(
        String name, Session session, InetSocketAddress address, Path directory, Duration deadline, Memory memory) {
    private static final Pattern COMP_ID = Pattern.compile("[A-Za-z0-9._-]{1,32}");

    /**
     * Who we are there.
     *
     * @param compId our name, SenderCompID (49)
     * @param counterparty the venue's, TargetCompID (56)
     * @param username Username (553); empty = none is sent
     * @param password Password (554); empty = none is sent
     * @param heartbeatSeconds HeartBtInt (108)
     */
    public record Session(String compId, String counterparty, String username, String password, int heartbeatSeconds) {
        public Session {
            if (!COMP_ID.matcher(compId).matches()
                    || !COMP_ID.matcher(counterparty).matches()) {
                throw new IllegalArgumentException("compId, counterparty: " + compId + ", " + counterparty
                        + " (expected: " + COMP_ID.pattern() + ")");
            }
            if (heartbeatSeconds < 1 || heartbeatSeconds > 3_600) {
                throw new IllegalArgumentException("heartbeatSeconds: " + heartbeatSeconds + " (expected: 1..3600)");
            }
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Session[" + compId + " to " + counterparty + "]";
        }
    }

    /**
     * What is known of the venue's own memory.
     *
     * @param settleMs see {@link Venue#settleMs}
     * @param remembersMs see {@link Venue#remembersMs}
     */
    public record Memory(long settleMs, long remembersMs) {
        /** Ten seconds; an hour. */
        public static final Memory DEFAULT = new Memory(10_000, Venue.ONE_HOUR_MS);

        public Memory {
            if (settleMs < 0 || remembersMs <= settleMs) {
                throw new IllegalArgumentException("settleMs, remembersMs: " + settleMs + ", " + remembersMs
                        + " (expected: 0 or more, more than that)");
            }
        }
    }

    public FixVenueSettings {
        if (deadline.compareTo(Duration.ofMillis(10)) < 0 || deadline.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException("deadline: " + deadline + " (expected: 10ms..5m)");
        }
    }
}
