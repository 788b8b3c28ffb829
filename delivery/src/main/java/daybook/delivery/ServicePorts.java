package daybook.delivery;

import daybook.log.Log;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The rest of the world, as a service sees it.
 *
 * @param database this service's own
 * @param nanos monotonic nanoseconds, for pauses
 * @param owner names this process among all that are alive: of those that run the same service on one database, one works
 */
public record ServicePorts(Log log, Database database, InstantSource clock, LongSupplier nanos, String owner) {
    /** So long after an owner has died another takes over. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    /** The lease of a service. */
    public Lease lease(String service) {
        return new Lease(new Lease.Terms(service, owner, LEASE), nanos);
    }

    public Consumer.Ports consumer(Writer writer, Lease lease) {
        return new Consumer.Ports(log, writer, clock, nanos, Optional.of(lease));
    }

    public OutboxRelay.Time time() {
        return new OutboxRelay.Time(clock, nanos);
    }

    /** Publishes what a service that has nothing else to say puts aside. */
    public LetterRelay letterRelay(String service, Writer writer, Lease lease) {
        return new LetterRelay(this, service, writer, lease);
    }
}
