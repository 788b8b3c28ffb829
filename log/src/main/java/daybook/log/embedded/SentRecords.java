package daybook.log.embedded;

import daybook.log.Header;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one producer has sent to one partition and was not answered yet: the records as they will lie in the file, and what
 * became of each. Confined to the producer's thread.
 */
final class SentRecords {
    static final int RECORD_OVERHEAD_BYTES = 4 + 8 + 8 + 4 + 4 + 2;
    private static final long WAITING = -1;
    private static final long DUPLICATE = -2;

    private final TopicPartition place;
    private final String producer;
    private ByteBuffer bytes = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    private int[] ends = new int[16];
    private long[] seqs = new long[16];
    private long[] times = new long[16];
    private long[] offsets = new long[16];
    private Producer.Acknowledgement[] acknowledgements = new Producer.Acknowledgement[16];
    private int count;
    private long highestSeq = -1;
    private boolean rising = true;
    private @Nullable LogException failure;

    SentRecords(TopicPartition place, String producer) {
        this.place = place;
        this.producer = producer;
    }

    /** Bytes the record takes in a batch. */
    static int sizeOf(LogRecord record) {
        long size = (long) RECORD_OVERHEAD_BYTES + record.key().length + record.value().length;
        for (Header header : record.headers()) {
            size += 6L + 3L * header.name().length() + header.value().length;
        }
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    void add(LogRecord record, long seq, Producer.Acknowledgement acknowledgement) {
        reserve(sizeOf(record));
        encode(record, seq);
        ends[count] = bytes.position();
        seqs[count] = seq;
        times[count] = record.timeMs();
        offsets[count] = WAITING;
        acknowledgements[count] = acknowledgement;
        count++;
        if (seq != Producer.NO_SEQ) {
            rising &= seq > highestSeq;
            highestSeq = Math.max(highestSeq, seq);
        }
    }

    TopicPartition place() {
        return place;
    }

    String producer() {
        return producer;
    }

    int count() {
        return count;
    }

    int sizeBytes() {
        return bytes.position();
    }

    int capacityBytes() {
        return bytes.capacity();
    }

    long seq(int i) {
        return seqs[i];
    }

    long timeMs(int i) {
        return times[i];
    }

    int sizeBytes(int i) {
        return ends[i] - startOf(i);
    }

    boolean isDuplicate(int i) {
        return offsets[i] == DUPLICATE;
    }

    /** Copies a record to where {@code target} stands. */
    void copy(int i, ByteBuffer target) {
        target.put(bytes.array(), startOf(i), sizeBytes(i));
    }

    /** Marks the records that are stored already, or twice in here. */
    void markDuplicates(LongPredicate stored) {
        SeqSet seen = rising ? null : new SeqSet();
        for (int i = 0; i < count; i++) {
            long seq = seqs[i];
            if (seq == Producer.NO_SEQ) {
                continue;
            }
            if (stored.test(seq) || seen != null && seen.contains(seq)) {
                offsets[i] = DUPLICATE;
            } else if (seen != null) {
                seen.add(seq);
            }
        }
    }

    void stored(int i, long offset) {
        offsets[i] = offset;
    }

    /** What has no answer yet has failed. */
    void failed(LogException error) {
        failure = error;
    }

    /** Tells the sender what became of each record. */
    void answer() {
        for (int i = 0; i < count; i++) {
            if (offsets[i] >= 0) {
                acknowledgements[i].stored(place, offsets[i]);
            } else if (failure != null) {
                acknowledgements[i].failed(failure);
            } else {
                acknowledgements[i].duplicate(place);
            }
        }
    }

    void clear() {
        bytes.clear();
        count = 0;
        highestSeq = -1;
        rising = true;
        failure = null;
    }

    private int startOf(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    private void encode(LogRecord record, long seq) {
        int lengthAt = bytes.position();
        bytes.putInt(0).putLong(record.timeMs()).putLong(seq);
        bytes.putInt(record.key().length).put(record.key());
        bytes.putInt(record.value().length).put(record.value());
        bytes.putShort((short) record.headers().size());
        for (Header header : record.headers()) {
            byte[] name = header.name().getBytes(StandardCharsets.UTF_8);
            bytes.putShort((short) name.length).put(name);
            bytes.putInt(header.value().length).put(header.value());
        }
        bytes.putInt(lengthAt, bytes.position() - lengthAt - 4);
    }

    private void reserve(int more) {
        if (bytes.remaining() < more) {
            int capacity = Math.max(bytes.capacity() * 2, bytes.position() + more);
            bytes = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
            seqs = Arrays.copyOf(seqs, count * 2);
            times = Arrays.copyOf(times, count * 2);
            offsets = Arrays.copyOf(offsets, count * 2);
            acknowledgements = Arrays.copyOf(acknowledgements, count * 2);
        }
    }
}
