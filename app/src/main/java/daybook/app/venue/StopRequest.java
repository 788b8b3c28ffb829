package daybook.app.venue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Somebody's wish that a process stops. Safe for many threads; wished once, it stays. */
final class StopRequest {
    private final CountDownLatch made = new CountDownLatch(1);
    private final Logger log;

    /** @param log told why the waiting ended, if it had a limit */
    StopRequest(Logger log) {
        this.log = log;
    }

    void make() {
        made.countDown();
    }

    /** Waits until it is made, or the time is over. */
    void await(Optional<Duration> atMost) throws InterruptedException {
        if (atMost.isPresent()) {
            boolean asked = made.await(atMost.get().toMillis(), TimeUnit.MILLISECONDS);
            log.info("stopping: {}", asked ? "asked to" : "time is over");
        } else {
            made.await();
        }
    }
}
