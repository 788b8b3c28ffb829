package daybook.app.heartbeat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the roles of a process beat: every ten seconds, and within a second when one of them changes its colour or its reasons. What
 * cannot be written is tried again, and logged; the roles go on. Confined to its thread.
 */
public final class Pacemaker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pacemaker.class);
    private static final long LOOK_NS = Duration.ofSeconds(1).toNanos();

    private final Heartbeats heartbeats;
    private final Identity process;
    private final Supplier<List<RoleReport>> roles;
    private final LongSupplier nanos;
    private final Map<String, Beat> last = new HashMap<>();
    private long lookNs;
    private boolean troubled;

    private record Beat(RoleReport report, long atNs) {}

    /**
     * For one process.
     *
     * @param heartbeats closed with this
     * @param roles asked once a second how they are
     */
    public Pacemaker(Heartbeats heartbeats, Identity process, Supplier<List<RoleReport>> roles, LongSupplier nanos) {
        this.heartbeats = heartbeats;
        this.process = process;
        this.roles = roles;
        this.nanos = nanos;
        this.lookNs = nanos.getAsLong();
    }

    /** Beats where it is due. Returns for how many roles. */
    public int pump() {
        long now = nanos.getAsLong();
        if (now - lookNs < 0) {
            return 0;
        }
        lookNs = now + LOOK_NS;
        int beaten = 0;
        for (RoleReport report : roles.get()) {
            Beat before = last.get(report.role());
            if (before == null
                    || !report.looksLike(before.report())
                    || now - before.atNs() >= Heartbeat.EVERY.toNanos()) {
                if (!beat(report, now)) {
                    return beaten;
                }
                beaten++;
            }
        }
        return beaten;
    }

    /** The process stops in order: its heartbeats go. */
    @Override
    public void close() {
        try (heartbeats) {
            if (!troubled) { // a place that does not answer is not waited for again
                last.keySet().forEach(role -> heartbeats.leave(role, process));
            }
        } catch (RuntimeException away) { // whoever looks sees it grow old
            LOG.warn("heartbeats stay behind: {}", away.getMessage());
        }
    }

    private boolean beat(RoleReport report, long now) {
        try {
            heartbeats.beat(report, process);
            last.put(report.role(), new Beat(report, now));
            troubled = false;
            return true;
        } catch (RuntimeException away) { // disk, database or driver: nothing of a role depends on it
            if (!troubled) {
                LOG.warn("heartbeats cannot be written: {}", away.getMessage());
            }
            troubled = true;
            lookNs = now + Heartbeat.EVERY.toNanos();
            return false;
        }
    }
}
