package daybook.strategies;

import daybook.delivery.Lease;
import daybook.delivery.OutboxRelay;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Publishes what the services of this database have put into their common outbox. Each service that writes there has one of these, with
 * its own writer; of all of them the one that holds the lease {@value #LEASE} sends, whoever wrote. So messages leave in the order in
 * which they were written, and one service that stops does not keep those of the others back for longer than the lease lasts.
 * The one that sends waits for the log up to its deadline: what must not wait has its relay on a thread of its own, with a writer of its
 * own, as {@code clock.BarPublisher} does.
 *
 * <p>All of them are one producer to the log. After an idle look it waits {@value #EVERY_MS} ms before the next one. Confined to the
 * service's thread; {@link #status} is safe for any.
 */
public final class StrategyRelay implements AutoCloseable {
    /** Whoever holds it sends. */
    public static final String LEASE = "strategies-relay";

    private static final int BATCH = 1_000;
    private static final int EVERY_MS = 10;
    private static final Duration KEEP_SENT = Duration.ofDays(1);

    /**
     * So long after its process has died another one sends. Longer than the log's deadline: while the log is away one service waits for it,
     * and not one after the other.
     */
    private static final Duration LENGTH = Duration.ofSeconds(15);

    private final Writer writer;
    private final Lease lease;
    private final OutboxRelay relay;
    private final LongSupplier nanos;
    private long dueNs;

    /**
     * @param service which service's; several in one process want the lease under different names
     * @param writer the service's own, between two transactions whenever this is called
     */
    public StrategyRelay(ServicePorts ports, String service, Writer writer) {
        this.writer = writer;
        this.lease = new Lease(new Lease.Terms(LEASE, ports.owner() + "/" + service, LENGTH), ports.nanos());
        OutboxRelay.Options options = new OutboxRelay.Options(StrategyDatabase.NAME, BATCH, KEEP_SENT);
        this.relay = new OutboxRelay(writer, ports.log(), options, ports.time(), Optional.of(lease));
        this.nanos = ports.nanos();
        this.dueNs = nanos.getAsLong();
    }

    /** Sends up to one batch, if it is this one's turn. Returns how many messages the log has acknowledged. */
    public int pump() {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        int sent = relay.pump();
        dueNs = sent > 0 ? now : now + Duration.ofMillis(EVERY_MS).toNanos();
        return sent;
    }

    /** Looks at once: something was written. */
    public void wake() {
        dueNs = nanos.getAsLong();
    }

    public ServiceStatus status() {
        return relay.status();
    }

    /** Another may send from now on. */
    @Override
    public void close() {
        relay.close();
        lease.release(writer);
    }
}
