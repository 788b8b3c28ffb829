package daybook.journal;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A lane without a thread: its work is done at once, or at one of the next looks, as a seed says. */
public final class SimLane implements DiskLane {
    private final Random random;
    private @Nullable Runnable work;

    public SimLane(long seed) {
        random = new Random(seed);
    }

    /** Two lanes that are late independently of each other. */
    public static DiskLanes two(long seed) {
        return new DiskLanes(new SimLane(seed), new SimLane(~seed));
    }

    @Override
    public void start(Runnable newWork) {
        if (work != null) {
            throw new IllegalStateException("lane: busy (expected: one piece of work at a time)");
        }
        work = newWork;
        if (random.nextInt(3) == 0) {
            await();
        }
    }

    @Override
    public boolean isBusy() {
        if (work != null && random.nextInt(3) == 0) {
            await();
        }
        return work != null;
    }

    @Override
    public void await() {
        Runnable owed = work;
        work = null;
        if (owed != null) {
            owed.run();
        }
    }
}
