package daybook.bench.ours;

import daybook.journal.DiskLanes;
import daybook.journal.FileDisk;
import daybook.journal.JournalPorts;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The two threads that a journal has beside its writer's, as in the program. */
final class DiskThreads implements AutoCloseable {
    private final ExecutorService forces = Executors.newSingleThreadExecutor();
    private final ExecutorService preparation = Executors.newSingleThreadExecutor();

    /** @param done told after each piece of work */
    JournalPorts ports(Runnable done) {
        return new JournalPorts(new FileDisk(), DiskLanes.on(forces, preparation, done));
    }

    @Override
    public void close() {
        forces.shutdown();
        preparation.shutdown();
    }
}
