package daybook.lab.simulation;

import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Logs that keep one promise less. */
final class PlantedLogs {
    private static final Producer.Acknowledgement NOBODY = new Producer.Acknowledgement() {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {}

        @Override
        public void failed(LogException error) {}
    };

    private PlantedLogs() {}

    /** What becomes of one record that is sent. */
    private interface Sending {
        void send(Producer to, Outgoing outgoing);
    }

    private record Outgoing(String topic, LogRecord record, long seq, Producer.Acknowledgement acknowledgement) {
        void to(Producer producer, OptionalInt partition) {
            producer.send(topic, partition, record, seq, acknowledgement);
        }

        Outgoing with(LogRecord other) {
            return new Outgoing(topic, other, seq, acknowledgement);
        }

        Outgoing with(Producer.Acknowledgement other) {
            return new Outgoing(topic, record, seq, other);
        }

        TopicPartition place() {
            int count = World.PARTITIONS.getOrDefault(topic, 1);
            return new TopicPartition(topic, Partitioner.partition(record.key(), count));
        }
    }

    /** The partition comes from Java's hash code of the key, and not from Kafka's. */
    static Log partitionsByHashCode(Log real) {
        return sending(real, (to, sent) -> {
            int count = World.PARTITIONS.getOrDefault(sent.topic(), 1);
            int hash = new String(sent.record().key(), StandardCharsets.UTF_8).hashCode() & Integer.MAX_VALUE;
            sent.to(to, OptionalInt.of(hash % count));
        });
    }

    /** Records have no key, each lies where there is room. */
    static Log withoutKeys(Log real) {
        int[] turn = {0};
        return sending(real, (to, sent) -> {
            LogRecord record = sent.record();
            int count = World.PARTITIONS.getOrDefault(sent.topic(), 1);
            sent.with(new LogRecord(new byte[0], record.value(), record.headers(), record.timeMs()))
                    .to(to, OptionalInt.of(turn[0]++ % count));
        });
    }

    /** Says yes before the record has left. */
    static Log acknowledgesAtOnce(Log real) {
        return sending(real, (to, sent) -> {
            sent.with(NOBODY).to(to, OptionalInt.empty());
            sent.acknowledgement().duplicate(sent.place());
        });
    }

    /** Takes a failure for an answer like any other. */
    static Log swallowsFailures(Log real) {
        return sending(
                real,
                (to, sent) -> sent.with(new Producer.Acknowledgement() {
                            @Override
                            public void stored(TopicPartition place, long offset) {
                                sent.acknowledgement().stored(place, offset);
                            }

                            @Override
                            public void duplicate(TopicPartition place) {
                                sent.acknowledgement().duplicate(place);
                            }

                            @Override
                            public void failed(LogException error) {
                                sent.acknowledgement().duplicate(sent.place());
                            }
                        })
                        .to(to, OptionalInt.empty()));
    }

    /** Writes a body of its own. */
    static Log rewritesBodies(Log real) {
        return sending(real, (to, sent) -> {
            LogRecord record = sent.record();
            byte[] body = new String(record.value(), StandardCharsets.UTF_8)
                    .replace("\"quantity\":1,", "\"quantity\":10,")
                    .getBytes(StandardCharsets.UTF_8);
            sent.with(new LogRecord(record.key(), body, record.headers(), record.timeMs()))
                    .to(to, OptionalInt.empty());
        });
    }

    /** The same record once more with every tenth, as a second value under the id of the first. */
    static Log reusesIds(Log real) {
        LogRecord[] before = new LogRecord[1];
        return sending(real, (to, sent) -> {
            LogRecord record = sent.record();
            LogRecord other = before[0];
            before[0] = record;
            boolean mixed = other != null && Arrays.hashCode(record.value()) % 10 == 0;
            sent.with(mixed ? new LogRecord(record.key(), record.value(), other.headers(), record.timeMs()) : record)
                    .to(to, OptionalInt.empty());
        });
    }

    /** Commits what it has handed out, by itself. */
    static Log commitsWhatItPolled(Log real) {
        return reading(real, (reader, polled) -> {
            Map<TopicPartition, Long> next = new TreeMap<>();
            polled.forEach(record -> next.merge(record.place(), record.offset() + 1, Math::max));
            if (!next.isEmpty()) {
                reader.commit(next);
            }
            return polled;
        });
    }

    /** Drops the last record of a full batch. */
    static Log dropsTheLastOfABatch(Log real) {
        return reading(real, (reader, polled) -> polled.size() > 5 ? polled.subList(0, polled.size() - 1) : polled);
    }

    private interface Reading {
        List<StoredRecord> polled(OwnedReader reader, List<StoredRecord> polled);
    }

    private static Log sending(Log real, Sending sending) {
        return new ForwardingLog(real) {
            @Override
            public Producer producer(String producerId) {
                Producer producer = log.producer(producerId);
                return new Producer() {
                    @Override
                    public void send(
                            String topic,
                            OptionalInt partition,
                            LogRecord record,
                            long seq,
                            Acknowledgement acknowledgement) {
                        sending.send(producer, new Outgoing(topic, record, seq, acknowledgement));
                    }

                    @Override
                    public int poll() {
                        return producer.poll();
                    }

                    @Override
                    public void flush() {
                        producer.flush();
                    }

                    @Override
                    public void close() {
                        producer.close();
                    }
                };
            }
        };
    }

    private static Log reading(Log real, Reading reading) {
        return new ForwardingLog(real) {
            @Override
            public OwnedReader owned(String group, Collection<TopicPartition> places) {
                OwnedReader reader = log.owned(group, places);
                return new OwnedReader() {
                    @Override
                    public List<StoredRecord> poll(int max, Duration timeout) {
                        return reading.polled(this, reader.poll(max, timeout));
                    }

                    @Override
                    public Set<TopicPartition> assignment() {
                        return reader.assignment();
                    }

                    @Override
                    public void seek(TopicPartition place, long offset) {
                        reader.seek(place, offset);
                    }

                    @Override
                    public void commit(Map<TopicPartition, Long> nextOffsets) {
                        reader.commit(new HashMap<>(nextOffsets));
                    }

                    @Override
                    public void close() {
                        reader.close();
                    }
                };
            }
        };
    }
}
