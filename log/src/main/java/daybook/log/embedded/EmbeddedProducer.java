package daybook.log.embedded;

import daybook.log.Header;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the embedded log. There is no thread behind it: {@link #poll} writes what was sent as {@link #flush} does, and so
 * does {@link #send} when more than 8 MiB are waiting. Acknowledgements are told in the order of sending within a partition.
 */
final class EmbeddedProducer implements Producer {
    private static final int MAX_WAITING_BYTES = 8 << 20;
    private static final int MAX_HEADERS = 1_000;
    private static final int MAX_HEADER_NAME = 1_000;
    private static final int KEPT_FOR_REUSE_BYTES = 1 << 20;

    private final String producerId;
    private final int maxRecordBytes;
    private final Function<String, Topic<Partition>> topics;
    private final FrameBuffer frames;
    private final Map<String, Lane[]> lanes = new HashMap<>();
    private final List<Lane> touched = new ArrayList<>();
    private final ArrayDeque<Lane> answered = new ArrayDeque<>();
    private long waitingBytes;
    private boolean closed;

    /** One partition as this producer sees it. */
    private static final class Lane {
        private final Partition partition;
        private @Nullable SentRecords open;
        private @Nullable SentRecords spare;
        private final ArrayDeque<SentRecords> answers = new ArrayDeque<>();

        Lane(Partition partition) {
            this.partition = partition;
        }
    }

    EmbeddedProducer(String producerId, int maxRecordBytes, Function<String, Topic<Partition>> topics) {
        this.producerId = producerId;
        this.maxRecordBytes = maxRecordBytes;
        this.topics = topics;
        this.frames = new FrameBuffer(producerId);
    }

    @Override
    public void send(String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
        checkOpen();
        if (seq < NO_SEQ) {
            throw new IllegalArgumentException("seq: " + seq + " (expected: 0 or more, or NO_SEQ)");
        }
        checkSize(topic, record);
        Lane lane = lane(topic, partition, record.key());
        SentRecords open = lane.open;
        if (open == null) {
            open = lane.spare != null ? lane.spare : new SentRecords(lane.partition.place(), producerId);
            lane.spare = null;
            lane.open = open;
            touched.add(lane);
        }
        int before = open.sizeBytes();
        open.add(record, seq, acknowledgement);
        waitingBytes += open.sizeBytes() - before;
        if (waitingBytes > MAX_WAITING_BYTES) {
            write();
        }
    }

    @Override
    public int poll() {
        checkOpen();
        write();
        return answer();
    }

    @Override
    public void flush() {
        checkOpen();
        write();
        answer();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        LogException unsent = new LogException(
                LogException.Kind.FAILED, "producer " + producerId + " was closed before the record was flushed");
        for (Lane lane : touched) {
            take(lane).failed(unsent);
        }
        touched.clear();
        closed = true;
        answer();
    }

    private void write() {
        for (Lane lane : touched) {
            SentRecords sent = take(lane);
            try {
                lane.partition.append(sent, frames);
            } catch (LogException e) {
                sent.failed(e);
            }
        }
        touched.clear();
        waitingBytes = 0;
    }

    private SentRecords take(Lane lane) {
        SentRecords sent = lane.open;
        if (sent == null) {
            throw new IllegalStateException("lane: " + lane.partition.place() + " (expected: with records)");
        }
        lane.open = null;
        lane.answers.add(sent);
        answered.add(lane);
        return sent;
    }

    /** An acknowledgement may send again: what it sends waits for the next flush. */
    private int answer() {
        int count = 0;
        for (Lane lane = answered.poll(); lane != null; lane = answered.poll()) {
            SentRecords sent = lane.answers.remove();
            count += sent.count();
            sent.answer();
            sent.clear();
            if (sent.capacityBytes() <= KEPT_FOR_REUSE_BYTES) {
                lane.spare = sent;
            }
        }
        return count;
    }

    private Lane lane(String name, OptionalInt chosen, byte[] key) {
        Lane[] ofTopic = lanes.get(name);
        if (ofTopic == null) {
            ofTopic = topics.apply(name).partitions().stream().map(Lane::new).toArray(Lane[]::new);
            lanes.put(name, ofTopic);
        }
        int number = chosen.isPresent() ? chosen.getAsInt() : Partitioner.partition(key, ofTopic.length);
        if (number < 0 || number >= ofTopic.length) {
            throw new IllegalArgumentException(
                    "partition: " + number + " of " + name + " (expected: 0.." + (ofTopic.length - 1) + ")");
        }
        return ofTopic[number];
    }

    private void checkSize(String topic, LogRecord record) {
        boolean fits = record.headers().size() <= MAX_HEADERS && SentRecords.sizeOf(record) <= maxRecordBytes;
        for (Header header : record.headers()) {
            fits &= header.name().length() <= MAX_HEADER_NAME;
        }
        if (!fits) {
            throw new LogException(
                    LogException.Kind.TOO_LARGE,
                    topic + ": record of about " + SentRecords.sizeOf(record) + " bytes with "
                            + record.headers().size() + " headers (expected: up to " + maxRecordBytes + " bytes, "
                            + MAX_HEADERS + " headers with names up to " + MAX_HEADER_NAME + ")");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("producer: " + producerId + " is closed (expected: open)");
        }
    }
}
