package daybook.delivery.jobs.log;

import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.locks.Lock;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.TopicPartition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;

/**
 * What gets onto a topic of jobs from outside: new ones, and failed ones that are put in again. The same whoever hands them out. Confined
 * to the queue's thread.
 */
public final class JobPushes {
    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final Parts parts;
    private final Topic topic;

    /** What it works with. */
    public record Parts(JobStore store, JobKeys keys, JobWriter writer, FailedJobs failed, QueueSteps steps) {}

    /**
     * The topic as it is.
     *
     * @param partitions how many it has; throws if it is not there
     * @param done offset below which nothing of a partition waits or runs
     */
    public record Topic(IntSupplier partitions, ToLongFunction<TopicPartition> done) {}

    public JobPushes(LogQueueSettings settings, LogQueuePorts ports, Parts parts, Topic topic) {
        this.settings = settings;
        this.ports = ports;
        this.parts = parts;
        this.topic = topic;
    }

    /** Puts a job in; its id. Empty if its key is another's. */
    public Optional<String> push(NewJob job) {
        long now = ports.sources().clock().millis();
        Job made = new Job(
                ports.sources().ids().get(),
                job.name(),
                job.payload(),
                job.uniqueKey(),
                job.priority(),
                now,
                Math.addExact(now, job.delay().toMillis()));
        return put(made) ? Optional.of(made.id()) : Optional.empty();
    }

    private boolean put(Job job) {
        int partition = partition(job);
        if (job.uniqueKey().isEmpty()) {
            parts.writer().write(settings.topic(), OptionalInt.of(partition), JobFormat.pushed(job));
            return true;
        }
        long beginNs = ports.sources().nanos().getAsLong();
        if (!take(job, partition)) {
            return false;
        }
        parts.steps().at(QueueSteps.Step.KEY_TAKEN);
        UniqueKeys.At at = writeOrFree(job, partition);
        parts.steps().at(QueueSteps.Step.PUSHED);
        boolean isPlaced = parts.store().commit(connection -> parts.keys().place(connection, job, at));
        // If it took long, another push may have the key, and this record is passed over. Otherwise the job is done
        // already.
        return isPlaced || ports.sources().nanos().getAsLong() - beginNs < UniqueKeys.ABANDONED.toNanos() / 2;
    }

    private UniqueKeys.At writeOrFree(Job job, int partition) {
        try {
            return parts.writer().write(settings.topic(), OptionalInt.of(partition), JobFormat.pushed(job));
        } catch (JobQueueException e) {
            if (e.kind() != JobQueueException.Kind.AWAY) { // else the record may be there
                parts.store().commit(connection -> {
                    parts.keys().free(connection, job);
                    return true;
                });
            }
            throw e;
        }
    }

    public List<FailedJob> failed(int max) {
        return parts.failed().newest(max);
    }

    /** Puts a failed job in again; false if there is none with this id. */
    public boolean retry(String id) {
        return again(id, leaving -> JobFormat.again(leaving, leaving.nowMs()));
    }

    /** The same, with another payload. */
    public boolean retry(String id, String payload) {
        NewJob.requirePayload(payload);
        return again(id, leaving -> JobFormat.repaired(leaving, payload));
    }

    private boolean again(String id, Function<JobFormat.Leaving, LogRecord> record) {
        return settle(id, found -> {
            FailedJobs.requireJob(found);
            Job job = found.job();
            int partition = partitionOf(found);
            if (job.uniqueKey().isPresent() && !take(job, partition)) {
                throw borne(job);
            }
            long now = ports.sources().clock().millis();
            UniqueKeys.At at = parts.writer()
                    .write(
                            settings.topic(),
                            OptionalInt.of(partition),
                            record.apply(new JobFormat.Leaving(found, 0, found.history(), now)));
            parts.steps().at(QueueSteps.Step.WRITTEN);
            parts.store().commit(connection -> {
                if (job.uniqueKey().isPresent()) {
                    parts.keys().place(connection, job, at);
                }
                parts.failed().settle(connection, found, "retried");
                return true;
            });
        });
    }

    /** Forgets a failed job; false if there is none with this id. */
    public boolean discard(String id) {
        return settle(
                id,
                found -> parts.store().commit(connection -> {
                    parts.failed().settle(connection, found, "discarded");
                    return true;
                }));
    }

    private JobQueueException borne(Job job) {
        String key = job.uniqueKey().orElse("");
        String holder = parts.store()
                .look(connection -> parts.keys().holder(connection, key).orElse("another"));
        return new JobQueueException(
                JobQueueException.Kind.REFUSED,
                "job: " + job.id() + " has the unique key " + key + ", which job " + holder
                        + " bears now (expected: nobody)");
    }

    private boolean take(Job job, int partition) {
        UniqueKeys.At done =
                new UniqueKeys.At(partition, topic.done().applyAsLong(new TopicPartition(settings.topic(), partition)));
        return parts.store().commit(connection -> parts.keys().take(connection, job, done));
    }

    /**
     * Where it was, also if the topic has grown since: its tokens rise within a partition and not from one to the next. Where its key
     * belongs if that is not known, or not there any more.
     */
    private int partitionOf(CarriedJob failed) {
        OptionalInt from = JobFormat.failedFrom(failed);
        return from.isPresent() && from.getAsInt() < topic.partitions().getAsInt()
                ? from.getAsInt()
                : partition(failed.job());
    }

    private int partition(Job job) {
        return Partitioner.partition(JobFormat.key(job), topic.partitions().getAsInt());
    }

    /** Two operators at once settle a job once. */
    private boolean settle(String id, Consumer<CarriedJob> decision) {
        Optional<Lock> lock =
                ports.locks().acquire(settings.deployment() + "/" + settings.failedTopic(), settings.lease());
        if (lock.isEmpty()) {
            throw new JobQueueException(
                    JobQueueException.Kind.AWAY,
                    "failed jobs: somebody else is deciding about one (expected: ask again)");
        }
        try {
            Optional<CarriedJob> found = parts.failed().find(id);
            found.ifPresent(decision);
            return found.isPresent();
        } finally {
            lock.get().release();
        }
    }
}
