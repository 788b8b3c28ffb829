package daybook.app.workers;

import daybook.delivery.Database;
import daybook.delivery.Writer;
import daybook.delivery.jobs.EffectGuard;
import daybook.delivery.jobs.JobEffects;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.Worker;
import daybook.delivery.jobs.WorkerPorts;
import daybook.delivery.jobs.WorkerSettings;
import daybook.delivery.locks.SqlLocks;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A worker as a process, until it is killed, or its parent is gone. */
final class WorkerProgram {
    private static final long REST_NS = Duration.ofMillis(100).toNanos();

    private WorkerProgram() {}

    public static void main(String[] arguments) {
        WorkerPlan plan = WorkerPlan.of(arguments);
        endWithParent();
        String owner = ProcessHandle.current().pid() + ":" + WorkerPlan.id().substring(0, 8);
        Thread self = Thread.currentThread();
        try (Database jobs = plan.jobs();
                Database service = plan.service();
                SqlLocks locks = new SqlLocks(jobs, owner);
                JobHistory history = new JobHistory(new Writer(jobs));
                Worker worker = new Worker(
                        Arrays.stream(Chore.values())
                                .map(chore -> chore.handler(new ChoreBook(service, owner)))
                                .toList(),
                        new WorkerSettings(
                                List.of(WorkerPlan.QUEUE), plan.slots(), plan.lease(), Duration.ZERO, 0, false),
                        new WorkerPorts(
                                name -> plan.queue(jobs, locks, owner),
                                WorkerProgram::start,
                                InstantSource.system(),
                                System::nanoTime,
                                () -> LockSupport.unpark(self),
                                history,
                                effects(plan),
                                owner))) {
            while (!worker.isOver()) {
                if (worker.pump() == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
            }
        }
    }

    private static JobEffects effects(WorkerPlan plan) {
        return switch (plan.bug()) {
            case NONE -> new EffectGuard();
            case GUARD_SAYS_YES -> (connection, queue, reserved) -> true;
        };
    }

    private static daybook.delivery.jobs.JobThreads.Started start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread::interrupt;
    }

    private static void endWithParent() {
        start("parent", () -> {
            try {
                while (System.in.read() >= 0) {}
            } catch (IOException gone) {
                // It is as if it had ended.
            }
            Runtime.getRuntime().halt(0);
        });
    }
}
