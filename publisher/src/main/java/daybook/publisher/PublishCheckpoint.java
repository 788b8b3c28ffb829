package daybook.publisher;

import java.util.Arrays;
import java.util.List;

/**
 * The contiguous acknowledged line: every seq at or below it is on the log.
 *
 * <p>Acknowledgements arrive out of order, so "the last one acknowledged" would skip an event that is still in flight when the
 * process dies. Kept as a ring of the seqs in flight, oldest first; an acknowledged one stays in the ring until all before it
 * are. As the line passes them one by one in the order of sending, each must lie behind those before it in its partition: a log
 * that was cut while we were connected gives itself away there.
 */
final class PublishCheckpoint implements AckLine {
    private static final long UNHEARD = -2;

    private long[] seqs = new long[1_024];
    private long[] times = new long[1_024];
    private long[] offsets = new long[1_024];
    private int[] partitions = new int[1_024];
    private int first;
    private int count;
    private int unacked;
    private long lastSent;
    private PartitionEnds ends = new PartitionEnds(List.of());

    @Override
    public void sent(long seq, long timeMs) {
        if (seq <= lastSent) {
            throw new IllegalStateException("seq: " + seq + " (expected: above " + lastSent + ")");
        }
        if (count == seqs.length) {
            grow();
        }
        int at = slot(count++);
        seqs[at] = seq;
        times[at] = timeMs;
        offsets[at] = UNHEARD;
        unacked++;
        lastSent = seq;
    }

    @Override
    public boolean acked(long seq, int partition, long offset) {
        int index = find(seq);
        if (index < 0 || offsets[slot(index)] != UNHEARD) {
            return true;
        }
        offsets[slot(index)] = offset;
        partitions[slot(index)] = partition;
        unacked--;
        return advance();
    }

    @Override
    public long line() {
        return count == 0 ? lastSent : seqs[first] - 1;
    }

    @Override
    public int inFlight() {
        return unacked;
    }

    @Override
    public void restart(long line, PartitionEnds startingEnds) {
        first = 0;
        count = 0;
        unacked = 0;
        lastSent = line;
        ends = startingEnds;
    }

    private boolean advance() {
        while (count > 0 && offsets[first] != UNHEARD) {
            boolean placeKnown = offsets[first] != UNKNOWN_OFFSET;
            if (placeKnown && !ends.take(partitions[first], offsets[first], seqs[first], times[first])) {
                return false;
            }
            first = slot(1);
            count--;
        }
        return true;
    }

    /** Seqs rise along the ring, and nearly always one by one: then the place of one follows from the first. */
    private int find(long seq) {
        long guess = count == 0 ? -1 : seq - seqs[first];
        if (guess >= 0 && guess < count && seqs[slot((int) guess)] == seq) {
            return (int) guess;
        }
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = seqs[slot(middle)];
            if (found == seq) {
                return middle;
            }
            if (found < seq) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int slot(int index) {
        return (first + index) & (seqs.length - 1);
    }

    /** Doubles the ring; what wrapped around to its start is moved behind its old end. */
    private void grow() {
        int size = seqs.length;
        seqs = Arrays.copyOf(seqs, size * 2);
        times = Arrays.copyOf(times, size * 2);
        offsets = Arrays.copyOf(offsets, size * 2);
        partitions = Arrays.copyOf(partitions, size * 2);
        System.arraycopy(seqs, 0, seqs, size, first);
        System.arraycopy(times, 0, times, size, first);
        System.arraycopy(offsets, 0, offsets, size, first);
        System.arraycopy(partitions, 0, partitions, size, first);
    }
}
