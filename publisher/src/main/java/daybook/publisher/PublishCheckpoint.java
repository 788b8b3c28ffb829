package daybook.publisher;

import java.util.Arrays;

/**
 * The contiguous acknowledged line: every seq at or below it is on the log.
 *
 * <p>Acknowledgements arrive out of order, so "the last one acknowledged" would skip an event that is still in flight when the
 * process dies. Kept as a ring of the seqs in flight, oldest first; an acknowledged one stays in the ring until all before it
 * are. Allocates nothing once it has grown.
 */
final class PublishCheckpoint implements AckLine {
    private long[] seqs = new long[1_024];
    private boolean[] acked = new boolean[1_024];
    private int first;
    private int count;
    private int unacked;
    private long lastSent;

    PublishCheckpoint(long line) {
        lastSent = line;
    }

    @Override
    public void sent(long seq) {
        if (seq <= lastSent) {
            throw new IllegalStateException("seq: " + seq + " (expected: above " + lastSent + ")");
        }
        if (count == seqs.length) {
            grow();
        }
        int at = slot(count++);
        seqs[at] = seq;
        acked[at] = false;
        unacked++;
        lastSent = seq;
    }

    @Override
    public void acked(long seq) {
        int index = find(seq);
        if (index < 0 || acked[slot(index)]) {
            return;
        }
        acked[slot(index)] = true;
        unacked--;
        while (count > 0 && acked[first]) {
            first = slot(1);
            count--;
        }
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
    public void restart(long line) {
        first = 0;
        count = 0;
        unacked = 0;
        lastSent = line;
    }

    /** Seqs rise along the ring. */
    private int find(long seq) {
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

    private void grow() {
        long[] moreSeqs = Arrays.copyOf(seqs, seqs.length * 2);
        boolean[] moreAcked = new boolean[moreSeqs.length];
        for (int i = 0; i < count; i++) {
            moreSeqs[i] = seqs[slot(i)];
            moreAcked[i] = acked[slot(i)];
        }
        seqs = moreSeqs;
        acked = moreAcked;
        first = 0;
    }
}
