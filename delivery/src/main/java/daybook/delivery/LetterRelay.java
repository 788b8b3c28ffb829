package daybook.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Publishes what a service that has nothing else to say has put aside. Looks four times a second: there is nothing in almost every
 * outbox of this kind, at almost every time. Confined to the service's thread; {@link #status} is safe for any.
 */
public final class LetterRelay implements AutoCloseable {
    /** In one flush; each may be as large as a record. */
    private static final int LETTERS = 100;

    private static final Duration KEEP_SENT = Duration.ofDays(1);
    private static final long EVERY_NS = Duration.ofMillis(250).toNanos();

    private final OutboxRelay relay;
    private final LongSupplier nanos;
    private long dueNs;

    LetterRelay(ServicePorts ports, String service, Writer writer, Lease lease) {
        OutboxRelay.Options options = new OutboxRelay.Options(service, LETTERS, KEEP_SENT);
        this.relay = new OutboxRelay(writer, ports.log(), options, ports.time(), Optional.of(lease));
        this.nanos = ports.nanos();
        this.dueNs = nanos.getAsLong();
    }

    /** Sends up to one batch, if it is time. Returns how many letters the log has acknowledged. */
    public int pump() {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        int sent = relay.pump();
        dueNs = sent > 0 ? now : now + EVERY_NS;
        return sent;
    }

    public ServiceStatus status() {
        return relay.status();
    }

    @Override
    public void close() {
        relay.close();
    }
}
