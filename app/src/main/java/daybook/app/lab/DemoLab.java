package daybook.app.lab;

import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the lab page plays with, in a process that runs a venue. It is given nothing of that venue: neither its log nor its databases nor
 * its data directory. Safe for many threads.
 */
public final class DemoLab implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoLab.class);

    private final Sandboxes sandboxes;
    private final CrashRuns crashes = new CrashRuns();

    /**
     * Also deletes what labs before it have left behind, because they were killed.
     *
     * @param nanos a steady clock
     */
    public DemoLab(LongSupplier nanos) {
        this(new Sandboxes(nanos));
        int left = TemporaryHome.sweep(TemporaryHome.system(), Instant.now());
        if (left > 0) {
            LOG.info("{} directories of labs that were killed are deleted", left);
        }
    }

    DemoLab(Sandboxes sandboxes) {
        this.sandboxes = sandboxes;
    }

    public Sandboxes sandboxes() {
        return sandboxes;
    }

    public CrashRuns crashes() {
        return crashes;
    }

    /** Deletes what nobody has looked at for long. Returns how many. What fails here is logged: the venue beside it goes on. */
    public int pump() {
        try {
            return sandboxes.pump();
        } catch (RuntimeException broken) {
            LOG.warn("the lab page's sandboxes could not be tidied: {}", broken.getMessage(), broken);
            return 0;
        }
    }

    @Override
    public void close() {
        crashes.close();
        sandboxes.close();
    }
}
