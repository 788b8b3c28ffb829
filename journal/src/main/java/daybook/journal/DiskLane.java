package daybook.journal;

/**
 * Where slow disk work runs that its owner need not wait for: beside the owner's thread, or in it. One piece of work at a time.
 *
 * <p>Called by the owner's thread only. What the work wrote is visible to the owner once {@link #isBusy} has said no.
 */
public interface DiskLane {
    /** In the owner's thread: the work is done when {@link #start} returns. */
    DiskLane INLINE = new DiskLane() {
        @Override
        public void start(Runnable work) {
            work.run();
        }

        @Override
        public boolean isBusy() {
            return false;
        }

        @Override
        public void await() {
            // Never busy.
        }
    };

    /** Starts work; the lane must not be busy. The work throws nothing: it keeps its failure for its owner. */
    void start(Runnable work);

    boolean isBusy();

    /** Returns when the lane is not busy. Not ended by an interrupt. */
    void await();
}
