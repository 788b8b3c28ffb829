package daybook.spring;

import daybook.delivery.Lease;
import daybook.delivery.OutboxRelay;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.log.Log;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The relay of the application's outbox. Of several processes the one with the lease sends. */
final class RelayPart implements Part {
    private static final String LEASE = "outbox-relay";
    private static final Duration LEASE_LENGTH = Duration.ofSeconds(10);

    private final Writer writer;
    private final Lease lease;
    private final OutboxRelay relay;

    RelayPart(ApplicationDatabase database, Log log, OutboxRelay.Options options, String owner) {
        this.writer = new Writer(database);
        this.lease = new Lease(new Lease.Terms(LEASE, owner, LEASE_LENGTH), System::nanoTime);
        this.relay = new OutboxRelay(
                writer,
                log,
                options,
                new OutboxRelay.Time(InstantSource.system(), System::nanoTime),
                Optional.of(lease));
    }

    @Override
    public int pump() {
        return relay.pump();
    }

    /** What the log does not take now stays in the table. */
    @Override
    public boolean isOver(int done) {
        return done == 0;
    }

    @Override
    public ServiceStatus status() {
        return relay.status();
    }

    @Override
    public void close() {
        relay.close();
        lease.release(writer);
        writer.close();
    }
}
