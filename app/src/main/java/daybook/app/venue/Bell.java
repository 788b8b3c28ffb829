package daybook.app.venue;

import org.jspecify.annotations.Nullable;

/** Rung by whoever submits; wakes the exchange's thread once there is one. Safe for many threads. */
final class Bell implements Runnable {
    private volatile @Nullable PumpThread sleeper;

    void wakes(PumpThread thread) {
        sleeper = thread;
    }

    @Override
    public void run() {
        PumpThread thread = sleeper;
        if (thread != null) {
            thread.wake();
        }
    }
}
