package daybook.journal;

import java.util.UUID;

/**
 * How a journal is written.
 *
 * @param venueId whose journal it is; another venue's is refused
 * @param engineVersion version of the rules that turn commands into events; named in each segment
 * @param segmentBytes size of a segment file; a batch that is larger gets a segment of its own
 * @param maxPendingBytes most that the groups between two writes may take in memory
 */
public record JournalSettings(UUID venueId, int engineVersion, long segmentBytes, int maxPendingBytes) {
    public static final long DEFAULT_SEGMENT_BYTES = 64L << 20;
    public static final int DEFAULT_MAX_PENDING_BYTES = 256 << 20;
    public static final long MIN_SEGMENT_BYTES = 4096;
    public static final long MAX_SEGMENT_BYTES = 1L << 30;

    public JournalSettings {
        if (engineVersion < 1) {
            throw new IllegalArgumentException("engineVersion: " + engineVersion + " (expected: at least 1)");
        }
        if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES || segmentBytes % 8 != 0) {
            throw new IllegalArgumentException("segmentBytes: " + segmentBytes + " (expected: " + MIN_SEGMENT_BYTES
                    + ".." + MAX_SEGMENT_BYTES + ", a multiple of 8)");
        }
        if (maxPendingBytes < 4096 || maxPendingBytes > 1 << 30) {
            throw new IllegalArgumentException(
                    "maxPendingBytes: " + maxPendingBytes + " (expected: 4096.." + (1 << 30) + ")");
        }
    }

    /** The usual sizes. */
    public static JournalSettings of(UUID venueId, int engineVersion) {
        return new JournalSettings(venueId, engineVersion, DEFAULT_SEGMENT_BYTES, DEFAULT_MAX_PENDING_BYTES);
    }

    /** The same with small or large segments. */
    public JournalSettings withSegmentBytes(long bytes) {
        return new JournalSettings(venueId, engineVersion, bytes, maxPendingBytes);
    }
}
