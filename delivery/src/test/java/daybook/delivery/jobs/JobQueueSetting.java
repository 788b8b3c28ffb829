package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** What a test of a queue needs of its driver, and what the driver's {@link Model} is. */
public abstract class JobQueueSetting {

    /** How long a job is reserved in these tests, by the clock that {@link #pass} moves. */
    protected static final Duration LEASE = Duration.ofSeconds(60);

    /** Until something that must come has come, by the wall clock: a driver may have to wait for a broker. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How often is asked before nothing is taken to be nothing. */
    private static final int ASKED = 3;

    /**
     * What a driver's store can do.
     *
     * @param priorities a job of a higher priority comes first; otherwise it waits for its turn
     * @param delayedPassedOver a job that is not due keeps nobody waiting; otherwise those behind it in its partition wait
     * @param mostInFlight so many jobs are in somebody's hands at once, all workers together: the partitions, where one of each can be
     * @param uniqueKeys otherwise a push with one is refused as {@code UNSUPPORTED}
     * @param failedKept {@code failed}, {@code retry} and {@code discard} know those that failed; otherwise {@code UNSUPPORTED}
     * @param busyKeepPartitions a reader that has a job out keeps the partitions that the log gave it: what lies there waits for it
     */
    public record Model(
            boolean priorities,
            boolean delayedPassedOver,
            int mostInFlight,
            boolean uniqueKeys,
            boolean failedKept,
            boolean busyKeepPartitions) {

        /** All that the port promises. */
        public static final Model FULL = new Model(true, true, Integer.MAX_VALUE, true, true, false);
    }

    protected abstract Model model();

    /** Another worker's instance of the one queue of this test; closed by the driver's test. */
    protected abstract JobQueue open(String worker);

    /** So much time passes for the store. */
    protected abstract void pass(Duration duration) throws Exception;

    /** The worker of this instance has died: it does nothing any more, not even close. Where time alone frees its jobs: nothing. */
    protected void die(JobQueue queue) throws Exception {}

    final Set<String> takeAll(JobQueue queue) {
        Set<String> ids = new HashSet<>();
        for (int nothing = 0; nothing < ASKED; ) {
            Optional<Reserved> reserved = queue.reserve();
            if (reserved.isPresent()) {
                ids.add(reserved.get().job().id());
                assertThat(queue.acknowledge(reserved.get())).isTrue();
                nothing = 0;
            } else {
                settle();
                nothing++;
            }
        }
        return ids;
    }

    /** A driver that fetches in the background has had its time. */
    protected void settle() {}

    protected static String push(JobQueue queue, String name) {
        return queue.push(NewJob.of(name.replace(' ', '-'), "{\"of\":\"" + name + "\"}"))
                .orElseThrow();
    }

    protected static String push(JobQueue queue, NewJob job) {
        return queue.push(job).orElseThrow();
    }

    protected static NewJob unique(String key) {
        return new NewJob("unique", "{}", Duration.ZERO, Optional.of(key), 0);
    }

    /** The next job, which must come. */
    protected static Reserved next(JobQueue queue) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            Optional<Reserved> reserved = queue.reserve();
            if (reserved.isPresent()) {
                return reserved.get();
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("no job came within " + PATIENCE);
    }

    protected final void assertNothing(JobQueue queue) {
        for (int i = 0; i < ASKED; i++) {
            assertThat(queue.reserve()).as("nothing is due").isEmpty();
            settle();
        }
    }

    protected static void assertSize(JobQueue queue, long size, long due, long inFlight) {
        assertThat(queue.size()).isEqualTo(new QueueSize(size, due, inFlight));
    }

    static void assertUnsupported(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        JobQueueException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(JobQueueException.Kind.UNSUPPORTED));
    }
}
