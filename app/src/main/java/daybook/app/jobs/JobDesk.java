package daybook.app.jobs;

import daybook.app.Json;
import daybook.app.jobs.JobsRefused.Kind;
import daybook.delivery.Database;
import daybook.delivery.Writer;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.JobHistoryReader;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.JobRun;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Progress;
import daybook.delivery.jobs.QueueSize;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queues, failed jobs and history, for people. What it answers is JSON. Throws {@link JobsRefused} for what is not possible. Safe for many
 * threads: the queues are asked one question after the other.
 *
 * <p>A question makes no tables: where there has never been a job, there is nothing. The first push makes them.
 */
public final class JobDesk implements AutoCloseable {
    private static final int MOST_RUNNING = 100;

    /** What began so much longer ago than the lease does not run any more: the purge says so in the history. */
    private static final Duration ENDED = Duration.ofMinutes(1);

    private final Database database;
    private final JobQueues queues;
    private final JobSettings settings;
    private final Outside outside;
    private final JobHistoryReader history;
    private final Map<String, JobQueue> open = new HashMap<>();
    private static final Duration TURN = Duration.ofSeconds(2);

    private final ReentrantLock asking = new ReentrantLock();
    private @Nullable JobHistory writing;

    /**
     * The rest of the world.
     *
     * @param kinds names of the jobs that workers of this version can do
     * @param ids a new one with each call
     */
    public record Outside(InstantSource clock, Supplier<String> ids, List<String> kinds, Timetable timetable) {}

    /** Opens nothing yet. */
    public JobDesk(Database database, JobQueues queues, JobSettings settings, Outside outside) {
        this.database = database;
        this.queues = queues;
        this.settings = settings;
        this.outside = outside;
        this.history = new JobHistoryReader(database);
    }

    /** Every declared queue with what is in it, what runs, and what the clock will push. */
    public Map<String, Object> overview() {
        return Json.fields(
                "driver", settings.driver().text(),
                "queues", settings.queues().stream().map(this::size).toList(),
                "kinds", outside.kinds(),
                "running", running(),
                "schedules", outside.timetable().rows());
    }

    public Map<String, Object> size(String queue) {
        QueueSize size = there(queue, JobQueue::size, new QueueSize(0, 0, 0));
        return Json.fields("queue", queue, "size", size.size(), "due", size.due(), "inFlight", size.inFlight());
    }

    /**
     * Puts a job in. One that no worker of this version can do is refused: handlers are part of the program, so the process that is asked
     * knows those of all that are of its version, and an older worker would give the job up.
     */
    public Map<String, Object> push(String queue, NewJob job) {
        requireDeclared(queue);
        requireKnown(job.name());
        String id = changing(queue, open -> open.push(job))
                .orElseThrow(() -> new JobsRefused(
                        Kind.CONFLICT,
                        queue + ": a job with the unique key " + job.uniqueKey().orElse("") + " waits or runs"));
        return Json.fields("id", id, "queue", queue, "name", job.name());
    }

    /** Gives up all that wait. */
    public Map<String, Object> clear(String queue, String by) {
        long cleared = there(queue, JobQueue::clear, 0L);
        if (cleared > 0) {
            decided(queue, "", JobRun.Outcome.CLEARED, by, cleared + " jobs");
        }
        return Json.fields("queue", queue, "cleared", cleared);
    }

    /** The failed ones, the newest first. */
    public List<Map<String, Object>> failed(String queue, int limit) {
        return there(queue, open -> open.failed(limit), List.<FailedJob>of()).stream()
                .map(job -> json(queue, job))
                .toList();
    }

    /** The failed ones of all queues, the newest first. */
    public List<Map<String, Object>> failed(int limit) {
        List<Map<String, Object>> all = new ArrayList<>();
        settings.queues().forEach(queue -> all.addAll(failed(queue, limit)));
        return all.stream().limit(limit).toList();
    }

    /** Puts a failed job in again. */
    public Map<String, Object> retry(String queue, String id, String by) {
        if (!there(queue, open -> open.retry(id), false)) {
            throw noSuchJob(queue);
        }
        decided(queue, id, JobRun.Outcome.RETRIED, by, "");
        return Json.fields("queue", queue, "id", id, "retried", true);
    }

    /** Puts a failed job in again with another payload, under its id: one step of the queue, so of two who do so at once one is refused. */
    public Map<String, Object> repair(String queue, String id, String payload, String by) {
        if (!there(queue, open -> open.retry(id, payload), false)) {
            throw noSuchJob(queue);
        }
        decided(queue, id, JobRun.Outcome.RETRIED, by, "repaired");
        return Json.fields("queue", queue, "id", id, "retried", true, "repaired", true);
    }

    /** Forgets a failed job. */
    public Map<String, Object> discard(String queue, String id, String by) {
        if (!there(queue, open -> open.discard(id), false)) {
            throw noSuchJob(queue);
        }
        decided(queue, id, JobRun.Outcome.DISCARDED, by, "");
        return Json.fields("queue", queue, "id", id, "discarded", true);
    }

    /** What has ended, the newest first; of one job, if one is named, also what runs. */
    public List<Map<String, Object>> history(Optional<String> job, int limit) {
        if (!queues.isPrepared()) {
            return List.of();
        }
        return job.map(id -> history.of(id, limit)).orElseGet(() -> history.recent(limit)).stream()
                .map(JobDesk::json)
                .toList();
    }

    @Override
    public void close() {
        asking.lock();
        try {
            open.values().forEach(JobQueue::close);
            open.clear();
            JobHistory written = writing;
            if (written != null) {
                written.close();
            }
        } finally {
            asking.unlock();
        }
    }

    private List<Map<String, Object>> running() {
        return queues.isPrepared()
                ? history
                        .running(
                                outside.clock()
                                        .instant()
                                        .minus(settings.lease())
                                        .minus(ENDED)
                                        .toEpochMilli(),
                                MOST_RUNNING)
                        .stream()
                        .map(JobDesk::json)
                        .toList()
                : List.of();
    }

    /** An answer of a queue; the other one where there has never been a job. */
    private <T> T there(String queue, Function<JobQueue, T> question, T otherwise) {
        requireDeclared(queue);
        return queues.isPrepared() ? ask(queue, question) : otherwise;
    }

    private <T> T changing(String queue, Function<JobQueue, T> change) {
        requireDeclared(queue);
        queues.prepare();
        return ask(queue, change);
    }

    private <T> T ask(String queue, Function<JobQueue, T> question) {
        takeTurn();
        try {
            return question.apply(open.computeIfAbsent(queue, queues::open));
        } catch (IllegalArgumentException refused) {
            throw new JobsRefused(Kind.INVALID, String.valueOf(refused.getMessage()));
        } catch (JobQueueException refused) {
            throw new JobsRefused(kind(refused), String.valueOf(refused.getMessage()));
        } finally {
            asking.unlock();
        }
    }

    /** One asks at a time; who would wait for an outage behind others is told so. */
    private void takeTurn() {
        boolean mine = false;
        try {
            mine = asking.tryLock(TURN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            throw new JobsRefused(Kind.AWAY, "the jobs are not answered for within " + TURN.toSeconds() + " s");
        }
    }

    private static Kind kind(JobQueueException refused) {
        return switch (refused.kind()) {
            case AWAY -> Kind.AWAY;
            case NO_TOPIC -> Kind.NOT_THERE;
            case UNSUPPORTED, REFUSED -> Kind.CONFLICT;
        };
    }

    private void requireKnown(String job) {
        if (!outside.kinds().contains(job)) {
            throw new JobsRefused(
                    Kind.INVALID,
                    "job: " + job + " is known to no worker of this version (expected: "
                            + String.join(", ", outside.kinds()) + ")");
        }
    }

    private void requireDeclared(String queue) {
        if (!settings.queues().contains(queue)) {
            throw new JobsRefused(
                    Kind.NOT_THERE,
                    "queue: " + queue + " is not declared (expected: " + String.join(", ", settings.queues())
                            + "; daybook.queues declares them)");
        }
    }

    private static JobsRefused noSuchJob(String queue) {
        return new JobsRefused(Kind.NOT_THERE, queue + ": no such failed job");
    }

    /** What somebody decided is history, too; it is written after it has happened. */
    private void decided(String queue, String id, JobRun.Outcome outcome, String by, String reason) {
        long now = outside.clock().millis();
        String name = id.isEmpty() ? "" : nameOf(id);
        JobRun run = new JobRun(
                "decision/" + outside.ids().get(),
                queue,
                id,
                name,
                0,
                by,
                outcome,
                reason,
                now,
                now,
                new Progress(0, 0, ""));
        asking.lock();
        try {
            JobHistory write = writing;
            if (write == null) {
                write = new JobHistory(new Writer(database));
                writing = write;
            }
            write.write(List.of(run));
        } finally {
            asking.unlock();
        }
    }

    private String nameOf(String id) {
        return history.of(id, 1).stream().map(JobRun::name).findFirst().orElse("");
    }

    private static Map<String, Object> json(String queue, FailedJob failed) {
        return Json.fields(
                "id", failed.job().id(),
                "queue", queue,
                "name", failed.job().name(),
                "reason", failed.reason(),
                "attempts", failed.attempts(),
                "failedAt", time(failed.failedAtMs()),
                "pushedAt", time(failed.job().pushedAtMs()),
                "payload", failed.job().payload(),
                "uniqueKey", failed.job().uniqueKey().orElse(""),
                "from", failed.from(),
                "history", failed.history());
    }

    private static Map<String, Object> json(JobRun run) {
        return Json.fields(
                "id", run.jobId(),
                "queue", run.queue(),
                "name", run.name(),
                "attempt", run.attempt(),
                "outcome", run.outcome().name(),
                "words", run.outcome().words(),
                "reason", run.reason(),
                "owner", run.owner(),
                "startedAt", time(run.startedAtMs()),
                "endedAt", run.endedAtMs() == 0 ? Json.Null.NULL : time(run.endedAtMs()),
                "done", run.progress().done(),
                "total", run.progress().total(),
                "what", run.progress().what());
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
