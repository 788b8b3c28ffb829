package daybook.delivery.jobs;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The kinds of jobs that a worker can do, by their names, with what they say of themselves asked once. */
final class Kinds {
    private final Map<String, Kind> byName = new HashMap<>();

    /** A handler and its terms; not known = nobody here can do it. */
    record Kind(JobHandler handler, int tries, Duration timeout, boolean isKnown) {}

    /** @throws IllegalArgumentException if two have one name, or one may run as long as the lease */
    static Kinds of(Collection<? extends JobHandler> handlers, Duration lease) {
        Kinds kinds = new Kinds();
        for (JobHandler handler : handlers) {
            Kind kind = new Kind(handler, handler.tries(), handler.timeout(), true);
            check(kind, lease);
            if (kinds.byName.put(handler.name(), kind) != null) {
                throw new IllegalArgumentException("job: two handlers are called " + handler.name());
            }
        }
        return kinds;
    }

    Optional<Kind> of(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** For a job that nobody here can do. */
    static Kind unknown(String name) {
        JobHandler nobody = new JobHandler() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void run(JobContext context) throws GiveUpException {
                throw new GiveUpException("unknown job: " + name);
            }
        };
        return new Kind(nobody, 1, nobody.timeout(), false);
    }

    private static void check(Kind kind, Duration lease) {
        String name = kind.handler().name();
        if (kind.tries() < 1) {
            throw new IllegalArgumentException(name + ": tries: " + kind.tries() + " (expected: at least 1)");
        }
        if (kind.timeout().isNegative()
                || kind.timeout().isZero()
                || kind.timeout().compareTo(lease) >= 0) {
            throw new IllegalArgumentException(
                    name + ": timeout: " + kind.timeout().toMillis()
                            + " ms (expected: above 0 and below the queue's lease of " + lease.toMillis() + " ms)");
        }
    }
}
