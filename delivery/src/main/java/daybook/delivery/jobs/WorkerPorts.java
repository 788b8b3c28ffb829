package daybook.delivery.jobs;

import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The rest of the world, as a worker sees it.
 *
 * @param opening opens a queue by its name, without waiting for its store; each of the worker's slots has instances of its own, all used on
 *     the worker's thread
 * @param nanos monotonic nanoseconds, for timeouts and pauses
 * @param wake rung by a job's thread when it ends, so that the worker's thread looks at once; quick
 * @param owner names this start of this worker among all that ever were: two that are called the same must not take each other's jobs for
 *     their own
 */
public record WorkerPorts(
        Function<String, JobQueue> opening,
        JobThreads threads,
        InstantSource clock,
        LongSupplier nanos,
        Runnable wake,
        JobRecords records,
        JobEffects effects,
        String owner) {}
