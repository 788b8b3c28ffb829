package daybook.delivery.jobs.log;

import daybook.delivery.jobs.JobQueueException;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Writes one record at a time, durably when it returns. Confined to the queue's thread. */
public final class JobWriter implements AutoCloseable {
    private final Log log;
    private final String producerId;
    private @Nullable Producer producer;

    /** @param producerId this writer's alone */
    public JobWriter(Log log, String producerId) {
        this.log = log;
        this.producerId = producerId;
    }

    /** What the log said. */
    private static final class Said implements Producer.Acknowledgement {
        private UniqueKeys.@Nullable At at;
        private @Nullable LogException error;

        @Override
        public void stored(TopicPartition place, long offset) {
            at = new UniqueKeys.At(place.partition(), offset);
        }

        @Override
        public void duplicate(TopicPartition place) {
            error = new LogException(LogException.Kind.FAILED, place + ": a duplicate (expected: no seq, none)");
        }

        @Override
        public void failed(LogException failed) {
            error = failed;
        }
    }

    /** @throws JobQueueException if it is not, or not surely, on the log */
    public UniqueKeys.At write(String topic, OptionalInt partition, LogRecord record) {
        Said said = new Said();
        try {
            Producer current = producer;
            if (current == null) {
                current = log.producer(producerId);
                producer = current;
            }
            current.send(topic, partition, record, Producer.NO_SEQ, said);
            current.flush();
        } catch (LogException e) {
            said.error = e;
        }
        UniqueKeys.At at = said.at;
        if (at != null) {
            return at;
        }
        close(); // whatever it has in hand is not to be sent later
        LogException error = said.error;
        throw LogTrouble.of(
                topic,
                error == null
                        ? new LogException(LogException.Kind.TIMED_OUT, topic + ": the log has not answered")
                        : error);
    }

    @Override
    public void close() {
        Producer current = producer;
        producer = null;
        if (current != null) {
            current.close();
        }
    }
}
