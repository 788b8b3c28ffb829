package daybook.lab.simulation;

import daybook.lab.history.TopicHistory;
import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Notes what a process does with its log, for the history checker. */
final class RecordingLog extends ForwardingLog {
    private final Recording recording;

    RecordingLog(Log log, Recording recording) {
        super(log);
        this.recording = recording;
    }

    @Override
    public Producer producer(String producerId) {
        Producer producer = log.producer(producerId);
        int session = recording.session();
        return new Producer() {
            @Override
            public void send(
                    String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
                int place = partition.orElse(Partitioner.partition(record.key(), recording.partitions(topic)));
                int operation = recording.of(topic).sent(session, place, Recording.value(record));
                producer.send(topic, partition, record, seq, new Heard(operation, topic, acknowledgement));
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

    /** Notes an answer before its writer hears it. */
    private final class Heard implements Producer.Acknowledgement {
        private final int operation;
        private final String topic;
        private final Producer.Acknowledgement writer;

        Heard(int operation, String topic, Producer.Acknowledgement writer) {
            this.operation = operation;
            this.topic = topic;
            this.writer = writer;
        }

        @Override
        public void stored(TopicPartition place, long offset) {
            recording.of(topic).stored(operation, new TopicHistory.Place(place.partition(), offset));
            writer.stored(place, offset);
        }

        @Override
        public void duplicate(TopicPartition place) {
            recording.of(topic).duplicate(operation);
            writer.duplicate(place);
        }

        @Override
        public void failed(LogException error) {
            writer.failed(error);
        }
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        OwnedReader reader = log.owned(group, places);
        int number = recording.session();
        return new OwnedReader() {
            @Override
            public List<StoredRecord> poll(int max, Duration timeout) {
                return recording.read(number, reader.poll(max, timeout));
            }

            @Override
            public Set<TopicPartition> assignment() {
                return reader.assignment();
            }

            @Override
            public void seek(TopicPartition place, long offset) {
                recording.of(place.topic()).moved(number, place.partition());
                reader.seek(place, offset);
            }

            @Override
            public void commit(Map<TopicPartition, Long> nextOffsets) {
                recording.commits(group, nextOffsets);
                reader.commit(nextOffsets);
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }

    @Override
    public Reader tail(Collection<String> topics) {
        Reader reader = log.tail(topics);
        int number = recording.session();
        return new Reader() {
            @Override
            public List<StoredRecord> poll(int max, Duration timeout) {
                return recording.read(number, reader.poll(max, timeout));
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }
}
