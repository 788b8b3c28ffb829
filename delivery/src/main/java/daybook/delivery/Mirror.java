package daybook.delivery;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes beside the cause ({@link PublicationPolicy#MIRROR}): whoever hands a record over goes on at once, whatever becomes of
 * the log. What did not get there is counted, and not sent again.
 *
 * <p>{@link #offer} and the counts are for any thread and never block; {@link #pump} is confined to the mirror's own, and may wait for
 * the log up to its deadline.
 */
public final class Mirror implements AutoCloseable {
    private final Log log;
    private final String producerId;
    private final BlockingQueue<Offered> waiting;
    private final Backoff backoff;
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private volatile String lastError = "";
    private @Nullable Producer producer;

    private record Offered(String topic, LogRecord record) {}

    /**
     * What became of the records.
     *
     * @param published that the log has acknowledged
     * @param lost that found the queue full, or failed
     * @param waiting that are neither yet
     */
    public record Counts(long published, long lost, long waiting, String lastError) {}

    /**
     * Opens no connection yet.
     *
     * @param capacity records that may wait; the next one is lost
     */
    public Mirror(Log log, String producerId, int capacity, LongSupplier nanos) {
        this.log = log;
        this.producerId = producerId;
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.backoff = new Backoff(nanos);
    }

    /** Hands a record over. False if it was lost at once, because too many wait. */
    public boolean offer(String topic, LogRecord record) {
        boolean taken = waiting.offer(new Offered(topic, record));
        if (!taken) {
            lost.incrementAndGet();
        }
        return taken;
    }

    /** Sends what waits. Returns how many records the log has acknowledged. */
    public int pump() {
        if (waiting.isEmpty() || backoff.waiting()) {
            return 0;
        }
        List<Offered> batch = new ArrayList<>();
        waiting.drainTo(batch);
        Batch answers = new Batch();
        try {
            Producer current = producer;
            if (current == null) {
                current = log.producer(producerId);
                producer = current;
            }
            for (Offered offered : batch) {
                current.send(offered.topic(), OptionalInt.empty(), offered.record(), Producer.NO_SEQ, answers);
            }
            current.flush();
        } catch (LogException away) {
            answers.failed(away);
        }
        published.addAndGet(answers.stored);
        lost.addAndGet(batch.size() - answers.stored);
        if (answers.failed) {
            backoff.failed();
            abandonProducer();
        } else {
            backoff.worked();
        }
        return answers.stored;
    }

    public Counts counts() {
        return new Counts(published.get(), lost.get(), waiting.size(), lastError);
    }

    /** Does not wait: what was not acknowledged may be missing. */
    @Override
    public void close() {
        abandonProducer();
    }

    private void abandonProducer() {
        Producer current = producer;
        producer = null;
        if (current != null) {
            try {
                current.close();
            } catch (LogException away) {
                lastError = String.valueOf(away.getMessage());
            }
        }
    }

    /** What the log said about one batch. */
    private final class Batch implements Producer.Acknowledgement {
        private int stored;
        private boolean failed;

        @Override
        public void stored(TopicPartition place, long offset) {
            stored++;
        }

        @Override
        public void duplicate(TopicPartition place) {
            stored++;
        }

        @Override
        public void failed(LogException error) {
            failed = true;
            lastError = String.valueOf(error.getMessage());
        }
    }
}
