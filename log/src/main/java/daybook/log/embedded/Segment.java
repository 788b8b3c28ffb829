package daybook.log.embedded;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is known of a segment without reading it. Changed by the holder of its partition's lock; {@link #positionOf} may be
 * asked by any thread.
 */
final class Segment {
    /** How far apart, in bytes, the remembered places are. */
    static final int INDEX_STEP_BYTES = 64 << 10;

    private final long base;
    private volatile long end;
    private volatile long usedBytes;
    private long maxTimeMs = Long.MIN_VALUE;
    private long[] offsets = new long[16];
    private long[] positions = new long[16];
    private int marks;
    private final Map<String, SeqSet> producers = new HashMap<>();

    Segment(long base) {
        this.base = base;
        this.end = base;
    }

    long base() {
        return base;
    }

    /** Offset after its last record. */
    long end() {
        return end;
    }

    /** Where the next frame goes. */
    long usedBytes() {
        return usedBytes;
    }

    long maxTimeMs() {
        return maxTimeMs;
    }

    /** A place at or before the frame that holds an offset; always a frame's first byte. */
    synchronized long positionOf(long offset) {
        int found = Arrays.binarySearch(offsets, 0, marks, offset);
        int at = found >= 0 ? found : -found - 2;
        return at < 0 ? 0 : positions[at];
    }

    /** A batch that begins at {@code offset} lies at {@code position}. */
    synchronized void mark(long offset, long position) {
        if (marks > 0 && position - positions[marks - 1] < INDEX_STEP_BYTES) {
            return;
        }
        if (marks == offsets.length) {
            offsets = Arrays.copyOf(offsets, marks * 2);
            positions = Arrays.copyOf(positions, marks * 2);
        }
        offsets[marks] = offset;
        positions[marks++] = position;
    }

    /** The segment now reaches to this record and this byte. */
    void reaches(long newEnd, long newUsedBytes) {
        usedBytes = newUsedBytes;
        end = newEnd;
    }

    void sawTime(long timeMs) {
        maxTimeMs = Math.max(maxTimeMs, timeMs);
    }

    /** The seqs of a producer here, to be added to. */
    SeqSet seqsOf(String producer) {
        return producers.computeIfAbsent(producer, p -> new SeqSet());
    }

    void putSeqs(String producer, SeqSet seqs) {
        producers.put(producer, seqs);
    }

    boolean holds(String producer, long seq) {
        SeqSet seqs = producers.get(producer);
        return seqs != null && seqs.contains(seq);
    }

    /** The highest seq of a producer here; -1 if none. */
    long highestSeq(String producer) {
        SeqSet seqs = producers.get(producer);
        return seqs == null ? -1 : seqs.highest();
    }

    Map<String, SeqSet> producers() {
        return new TreeMap<>(producers);
    }

    synchronized int marks() {
        return marks;
    }

    synchronized long markedOffset(int i) {
        return offsets[i];
    }

    synchronized long markedPosition(int i) {
        return positions[i];
    }
}
