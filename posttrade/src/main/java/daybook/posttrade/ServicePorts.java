package daybook.posttrade;

import daybook.delivery.Consumer;
import daybook.delivery.Database;
import daybook.delivery.OutboxRelay;
import daybook.delivery.Writer;
import daybook.log.Log;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The rest of the world, as a post-trade service sees it.
 *
 * @param database this service's own; no other process may write it at the same time
 * @param nanos monotonic nanoseconds, for pauses
 */
public record ServicePorts(Log log, Database database, InstantSource clock, LongSupplier nanos) {

    public Consumer.Ports consumer(Writer writer) {
        return new Consumer.Ports(log, writer, clock, nanos);
    }

    public OutboxRelay.Time time() {
        return new OutboxRelay.Time(clock, nanos);
    }
}
