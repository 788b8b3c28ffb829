package daybook.journal;

import java.util.concurrent.Executor;

/**
 * The two lanes of a journal: a batch must not wait for zeros that are written ahead of need.
 *
 * @param batches writes batches and makes them durable
 * @param preparation fills the next segment with zeros
 */
public record DiskLanes(DiskLane batches, DiskLane preparation) {
    /** Everything in the writer's thread. */
    public static final DiskLanes INLINE = new DiskLanes(DiskLane.INLINE, DiskLane.INLINE);

    /**
     * On executors that have a thread free for each piece of work.
     *
     * @param done told after each piece of work, by the executor's thread: wakes the writer's if it rests
     */
    public static DiskLanes on(Executor batches, Executor preparation, Runnable done) {
        return new DiskLanes(new ExecutorLane(batches, done), new ExecutorLane(preparation, done));
    }
}
