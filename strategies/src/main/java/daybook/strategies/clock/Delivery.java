package daybook.strategies.clock;

import daybook.delivery.Mirror;
import daybook.delivery.OutboxMessage;
import daybook.delivery.PublicationPolicy;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells about recorded bars: first those in this process, then, where that is the policy, the mirror. Never throws. */
class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private final List<BarListener> listeners;
    private final Mirror mirror;
    private final Records records;
    private final InstantSource clock;
    private final ClockCounts counts;

    /** Where bars go. */
    record Ways(List<BarListener> listeners, Mirror mirror, InstantSource clock) {}

    Delivery(Ways ways, Records records, ClockCounts counts) {
        this.listeners = ways.listeners();
        this.mirror = ways.mirror();
        this.clock = ways.clock();
        this.records = records;
        this.counts = counts;
    }

    void deliver(List<ClosedBar> bars, Optional<PublicationPolicy> policy) {
        bars.forEach(this::tell);
        if (policy.equals(Optional.of(PublicationPolicy.MIRROR))) {
            bars.forEach(this::mirror);
        }
    }

    void tell(ClosedBar bar) {
        counts.closed.incrementAndGet();
        for (BarListener listener : listeners) {
            try {
                listener.onBar(bar);
            } catch (RuntimeException broken) {
                counts.untold.incrementAndGet();
                LOG.error("bar {} of {}: a listener failed", bar.token(), bar.series(), broken);
            }
        }
    }

    void mirror(ClosedBar bar) {
        OutboxMessage message = records.of(bar);
        mirror.offer(message.topic(), Records.record(message, clock.millis()));
    }
}
