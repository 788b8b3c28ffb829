package daybook.strategies.clock;

import daybook.delivery.Mirror;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Writer;
import daybook.strategies.StrategyRelay;
import java.util.List;

/**
 * Takes the clock's bars to the log, by the mirror and by the outbox. It may wait for the log, so it has a thread of its own, to which it is
 * confined; {@link #status} is safe for any.
 */
public final class BarPublisher implements AutoCloseable {
    /** Bars that may wait for the log: what a minute brings on a large installation. */
    private static final int WAITING = 20_000;

    private final Mirror mirror;
    private final Writer writer;
    private final StrategyRelay relay;

    BarPublisher(ServicePorts ports) {
        this.mirror = new Mirror(ports.log(), "mirror-" + BarClock.NAME + "-" + ports.owner(), WAITING, ports.nanos());
        this.writer = new Writer(ports.database());
        this.relay = new StrategyRelay(ports, BarClock.NAME, writer);
    }

    Mirror mirror() {
        return mirror;
    }

    /** Sends what waits. Returns how many bars the log has acknowledged. */
    public int pump() {
        return mirror.pump() + relay.pump();
    }

    /** Amber once bars have not got to the log by the mirror: they are lost there, and parity names them. */
    public ServiceStatus status() {
        Mirror.Counts counts = mirror.counts();
        ServiceStatus mirrored = new ServiceStatus(
                counts.lost() == 0 ? Light.GREEN : Light.AMBER,
                counts.lost() == 0
                        ? List.of()
                        : List.of("mirror: " + counts.lost() + " bars did not get to the log: " + counts.lastError()),
                counts.published(),
                counts.lost());
        return relay.status().beside(mirrored);
    }

    @Override
    public void close() {
        mirror.close();
        relay.close();
        writer.close();
    }
}
