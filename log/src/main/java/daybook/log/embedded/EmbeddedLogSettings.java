package daybook.log.embedded;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How an embedded log works, and what it takes from outside.
 *
 * @param segments when a new segment file begins
 * @param maxRecordBytes largest record, key, value and headers together
 * @param sources time and ids
 * @param notices told, in one line each, what was repaired at opening; called on the opening thread
 */
public record EmbeddedLogSettings(SegmentSize segments, int maxRecordBytes, Sources sources, Consumer<String> notices) {
    /** Largest {@code maxRecordBytes}. */
    public static final int LARGEST_RECORD_BYTES = 8 << 20;

    public EmbeddedLogSettings {
        if (maxRecordBytes < 1 || maxRecordBytes > LARGEST_RECORD_BYTES) {
            throw new IllegalArgumentException(
                    "maxRecordBytes: " + maxRecordBytes + " (expected: 1.." + LARGEST_RECORD_BYTES + ")");
        }
    }

    /**
     * A segment ends when either limit is reached.
     *
     * @param bytes a batch that would pass it begins a new segment
     * @param records each segment's base offset is a multiple of it
     * @param growBytes files grow in steps of this many zeros
     */
    public record SegmentSize(int bytes, int records, int growBytes) {
        public static final SegmentSize DEFAULT = new SegmentSize(64 << 20, Integer.MAX_VALUE, 1 << 20);

        public SegmentSize {
            if (bytes < 4096 || bytes > 1 << 30) {
                throw new IllegalArgumentException("bytes: " + bytes + " (expected: 4096.." + (1 << 30) + ")");
            }
            if (records < 1) {
                throw new IllegalArgumentException("records: " + records + " (expected: 1 or more)");
            }
            if (growBytes < 512 || growBytes > bytes) {
                throw new IllegalArgumentException("growBytes: " + growBytes + " (expected: 512.." + bytes + ")");
            }
        }
    }

    /**
     * What the log does not make itself.
     *
     * @param clock wall clock, for retention by age
     * @param nanos a steady clock, for sessions, locks and poll timeouts
     * @param ids ids of new topics
     */
    public record Sources(InstantSource clock, LongSupplier nanos, Supplier<UUID> ids) {}

    /** 64 MiB segments, records up to 1 MiB, notices go nowhere. */
    public static EmbeddedLogSettings of(Sources sources) {
        return new EmbeddedLogSettings(SegmentSize.DEFAULT, 1 << 20, sources, line -> {});
    }

    public EmbeddedLogSettings withSegments(SegmentSize size) {
        return new EmbeddedLogSettings(size, maxRecordBytes, sources, notices);
    }

    /** A new segment every so many records. */
    public EmbeddedLogSettings withSegmentRecords(int records) {
        return withSegments(new SegmentSize(segments.bytes(), records, segments.growBytes()));
    }

    public EmbeddedLogSettings withMaxRecordBytes(int bytes) {
        return new EmbeddedLogSettings(segments, bytes, sources, notices);
    }

    public EmbeddedLogSettings withNotices(Consumer<String> to) {
        return new EmbeddedLogSettings(segments, maxRecordBytes, sources, to);
    }
}
