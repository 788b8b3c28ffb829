package daybook.spring;

import daybook.delivery.Mirror;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import java.time.Duration;
import java.util.List;

/** Sends what is broadcast, and has the log drop what it need not keep. */
final class MirrorPart implements Part {
    private static final Duration UPKEEP_EVERY = Duration.ofMinutes(10);

    private final Mirror mirror;
    private final Runnable upkeep;
    private long upkeepNs = System.nanoTime();
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);

    /** @param upkeep of the log, now and then */
    MirrorPart(Mirror mirror, Runnable upkeep) {
        this.mirror = mirror;
        this.upkeep = upkeep;
    }

    @Override
    public int pump() {
        long ns = System.nanoTime();
        if (ns - upkeepNs >= 0) {
            upkeepNs = ns + UPKEEP_EVERY.toNanos();
            upkeep.run();
        }
        int sent = mirror.pump();
        Mirror.Counts counts = mirror.counts();
        if (counts.published() != status.done() || counts.lost() != status.failures()) {
            // It may lose: nobody has to do anything because of it.
            status = new ServiceStatus(Light.GREEN, List.of(), counts.published(), counts.lost());
        }
        return sent;
    }

    @Override
    public boolean isOver(int done) {
        return done == 0;
    }

    @Override
    public ServiceStatus status() {
        return status;
    }

    @Override
    public void close() {
        mirror.close();
    }
}
