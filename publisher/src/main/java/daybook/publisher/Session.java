package daybook.publisher;

import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One producer and one place in the journal, from a connect to the first failure. Knows where the partitions end, as far as it
 * was told. Confined to the publisher's thread.
 */
final class Session implements AutoCloseable {
    private final String topic;
    private final AckLine line;
    private final PublisherPorts ports;
    private final Supply supply;
    private final Producer producer;
    private final UUID topicId;
    private final PartitionEnds ends;
    private final int partitions;
    private final Round round;

    private @Nullable LogException failure;
    private boolean answered;
    private boolean closed;

    /**
     * Starts behind the line.
     *
     * @param line restarted with these ends
     * @param ends where the partitions end now
     */
    Session(PublisherPorts ports, String topic, AckLine line, PartitionEnds ends) {
        this.topic = topic;
        this.line = line;
        this.ports = ports;
        this.ends = ends;
        partitions = ends.count();
        round = new Round(partitions);
        topicId = ports.log().topicId(topic);
        producer = ports.log().producer(JournalPublisher.PRODUCER_ID);
        supply = ports.supply(line.line() + 1);
    }

    /** Hands over the next durable events; returns how many. */
    int send(int max) {
        int taken;
        try {
            taken = supply.poll(ports.source().durableSeq(), max, this::take);
        } catch (RuntimeException unreadable) {
            round.drain(this::send); // what came before is sent all the same
            throw unreadable;
        }
        round.drain(this::send);
        return taken;
    }

    /** Hears the acknowledgements that are there. */
    int poll() {
        int heard = producer.poll();
        answered |= heard > 0;
        return heard;
    }

    /** Whether acknowledgements have come that nobody waited for: the log answers by itself, as Kafka does, and not at each flush. */
    boolean isAnswered() {
        return answered;
    }

    /** Waits for all acknowledgements, up to the log's deadline; returns how many came. */
    int flush() {
        int before = line.inFlight();
        producer.flush();
        return before - line.inFlight();
    }

    /** What went wrong first, if something did: the session is of no more use then. */
    Optional<LogException> failure() {
        return Optional.ofNullable(failure);
    }

    /** All events up to a line that was acknowledged in this session, or held at its start, lie below these ends. */
    Mark mark(long ackedLine) {
        return new Mark(ackedLine, topicId, ends.now());
    }

    /** Ends without waiting. What the producer says from now on is not heard. */
    @Override
    public void close() {
        closed = true;
        supply.close();
        producer.close();
    }

    private void take(long seq, LogRecord record) {
        line.sent(seq, record.timeMs());
        round.add(Partitioner.partition(record.key(), partitions), seq, record);
    }

    private void send(int partition, long seq, LogRecord record) {
        producer.send(topic, OptionalInt.of(partition), record, seq, new Heard(seq, record.value().length));
    }

    private final class Heard implements Producer.Acknowledgement {
        private final long seq;
        private final int bodyBytes;

        private Heard(long seq, int bodyBytes) {
            this.seq = seq;
            this.bodyBytes = bodyBytes;
        }

        @Override
        public void stored(TopicPartition place, long offset) {
            heard(place, offset);
        }

        @Override
        public void duplicate(TopicPartition place) {
            heard(place, AckLine.UNKNOWN_OFFSET);
        }

        private void heard(TopicPartition place, long offset) {
            if (!closed && !line.acked(seq, place.partition(), offset)) {
                failed(new LogException(
                        LogException.Kind.FAILED,
                        place + ": offset " + offset + " for seq " + seq
                                + " (expected: offsets that rise with the seqs; the log was cut)"));
            }
        }

        @Override
        public void failed(LogException error) {
            if (!closed && failure == null) {
                failure = error.kind() == LogException.Kind.TOO_LARGE ? namingTheEvent(error) : error;
            }
        }

        /** Nothing goes on before this one event does, so somebody has to know which it is. */
        private LogException namingTheEvent(LogException error) {
            return new LogException(
                    error.kind(), "seq " + seq + ", a body of " + bodyBytes + " bytes: " + error.getMessage(), error);
        }
    }
}
