package daybook.app.workers;

import daybook.delivery.Database;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.locks.SqlLocks;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Puts so many jobs in, on a thread of its own, whatever happens meanwhile. A push without an answer may have happened: another follows. */
final class Pusher implements Runnable {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final WorkerPlan plan;
    private final int jobs;
    private final IntFunction<Chore> chores;
    private final Set<String> pushed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unanswered = new AtomicInteger();

    /** @param chores which the number-th is */
    Pusher(WorkerPlan plan, int jobs, IntFunction<Chore> chores) {
        this.plan = plan;
        this.jobs = jobs;
        this.chores = chores;
    }

    /** So many of each odd kind among ordinary ones, evenly. */
    static Pusher mixed(WorkerPlan plan, int jobs, int special) {
        return new Pusher(plan, jobs, number -> chore(number, Math.max(3, jobs / special)));
    }

    @Override
    public void run() {
        try (Database database = plan.jobs();
                SqlLocks locks = new SqlLocks(database, "pusher");
                JobQueue queue = plan.queue(database, locks, "pusher")) {
            for (int number = 0; pushed.size() < jobs && !Thread.interrupted(); number++) {
                try {
                    queue.push(NewJob.of(chores.apply(number).jobName(), "{}")).ifPresent(pushed::add);
                } catch (JobQueueException away) {
                    unanswered.incrementAndGet();
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }
    }

    private static Chore chore(int number, int every) {
        Chore[] odd = {Chore.DEADLY, Chore.DIES_AFTERWARDS, Chore.HANGS};
        int kind = number % every - every / 2;
        return kind >= 0 && kind < odd.length ? odd[kind] : Chore.ORDINARY;
    }

    /** Ids that were returned. Grows. */
    Set<String> pushed() {
        return pushed;
    }

    int unanswered() {
        return unanswered.get();
    }
}
