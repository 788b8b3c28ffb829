package daybook.app.venue;

import daybook.app.jobs.Purges;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** What the purge job deletes in this process's databases. */
record JobPurges(PostTrade postTrade, JobDrivers queues) implements Purges {

    @Override
    public long store(String store, BooleanSupplier stop) {
        return Purge.run(postTrade, store, stop);
    }

    @Override
    public long failedJobs(Instant before, BooleanSupplier stop) {
        return queues.purgeFailed(before, stop);
    }

    @Override
    public long loans(BooleanSupplier stop) {
        return queues.purgeLoans(stop);
    }

    @Override
    public long locks() {
        return queues.purgeLocks();
    }
}
