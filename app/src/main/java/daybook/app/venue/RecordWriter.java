package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes single records for people. Confined to one thread. */
public final class RecordWriter implements AutoCloseable {
    private final Producer producer;

    public RecordWriter(Log log) {
        this.producer = log.producer("command-line");
    }

    /** Writes a record and waits until it is durable. Answers topic, partition and offset. */
    public Map<String, Object> write(String topic, String key, String value, Optional<Integer> partition) {
        Map<String, Object> stored = new LinkedHashMap<>();
        List<LogException> failures = new ArrayList<>();
        LogRecord record = new LogRecord(
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                List.of(),
                System.currentTimeMillis());
        OptionalInt chosen = partition.map(OptionalInt::of).orElse(OptionalInt.empty());
        producer.send(topic, chosen, record, Producer.NO_SEQ, new Producer.Acknowledgement() {
            @Override
            public void stored(TopicPartition place, long offset) {
                stored.putAll(Json.fields("topic", place.topic(), "partition", place.partition(), "offset", offset));
            }

            @Override
            public void duplicate(TopicPartition place) {
                throw new IllegalStateException("a record without a seq cannot be a duplicate");
            }

            @Override
            public void failed(LogException error) {
                failures.add(error);
            }
        });
        producer.flush();
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        if (stored.isEmpty()) {
            throw new Failure(ExitCode.FAILURE, topic + ": the record was not acknowledged");
        }
        return stored;
    }

    @Override
    public void close() {
        producer.close();
    }
}
