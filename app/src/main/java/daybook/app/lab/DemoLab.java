package daybook.app.lab;

import java.util.function.LongSupplier;

/**
 * What the lab page plays with, in a process that runs a venue. It is given nothing of that venue: neither its log nor its databases nor
 * its data directory. Safe for many threads.
 */
public final class DemoLab implements AutoCloseable {
    private final Sandboxes sandboxes;
    private final CrashRuns crashes = new CrashRuns();

    /** @param nanos a steady clock */
    public DemoLab(LongSupplier nanos) {
        this.sandboxes = new Sandboxes(nanos);
    }

    public Sandboxes sandboxes() {
        return sandboxes;
    }

    public CrashRuns crashes() {
        return crashes;
    }

    /** Deletes what nobody has looked at for long. Returns how many. */
    public int pump() {
        return sandboxes.pump();
    }

    @Override
    public void close() {
        crashes.close();
        sandboxes.close();
    }
}
