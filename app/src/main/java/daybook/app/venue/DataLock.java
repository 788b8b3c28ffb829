package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.journal.DiskException;
import daybook.journal.DiskLock;
import daybook.journal.FileDisk;

/** One process at a time writes a data directory: this is held by it. */
public final class DataLock implements AutoCloseable {
    private final DiskLock lock;

    private DataLock(DiskLock lock) {
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @throws Failure with exit code 5 if somebody has it
     */
    public static DataLock take(DataDirectory data) {
        return take(data, VenueRole.EXCHANGE);
    }

    /** Takes what one role of the directory writes, as {@link #take(DataDirectory)} does for the exchange. */
    static DataLock take(DataDirectory data, VenueRole role) {
        boolean exchange = role == VenueRole.EXCHANGE;
        try {
            return new DataLock(new FileDisk().lock(data.root().resolve(exchange ? "lock" : "lock-" + role.text())));
        } catch (DiskException taken) {
            if (taken.kind() != DiskException.Kind.LOCKED) {
                throw taken;
            }
            String who = RunFile.read(data.run(role))
                    .map(run -> " by process " + run.pid())
                    .orElse("");
            throw new Failure(
                    ExitCode.UNREACHABLE,
                    data.root() + ": locked" + who + " (expected: one process per data directory"
                            + (exchange ? ")" : " and role " + role.text() + ")"),
                    taken);
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
