package daybook.log.kafka;

import daybook.log.LogException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for what an administrative call answers, up to the deadline. */
final class Answers {
    private final Duration timeout;

    Answers(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * @param what was asked, with the topic or group
     * @throws LogException if the answer is an error, or does not come
     */
    <T> T of(KafkaFuture<T> future, String what) {
        try {
            return get(future, what);
        } catch (ExecutionException e) {
            throw Failures.reading(what, e.getCause() == null ? e : e.getCause());
        }
    }

    /**
     * As {@link #of}, for a caller that has something to do about an error.
     *
     * @throws ExecutionException with Kafka's error as the cause
     */
    <T> T get(Future<T> future, String what) throws ExecutionException {
        try {
            // The client has the same deadline and says more: it is given the chance to.
            return future.get(timeout.toMillis() + 500, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new LogException(
                    LogException.Kind.UNAVAILABLE, what + ": no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogException(LogException.Kind.FAILED, what + ": interrupted", e);
        }
    }
}
