package daybook.log.kafka;

import daybook.log.Producer;
import daybook.log.Producer.Acknowledgement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The seqs that one producer has sent to one partition in this session: on their way, or stored. Confined to the producer's thread.
 *
 * <p>Bounded: a writer that sends again does so from its last acknowledged line, not further back than what was on its way. A ring in
 * the order of the seqs, which nearly always is the order of sending: a new one goes to the end, without a look-up.
 */
final class SeqMemory {
    /** Stored seqs remembered; more than any writer may have on its way. */
    static final int KEPT = 1 << 17;

    private long[] seqs = new long[64];
    /** By place in the ring: the first that bears the seq; null once it is stored. */
    private @Nullable Sent[] sent = new Sent[64];

    private int first;
    private int count;
    /** Places from the first on that have been looked at since their record was answered for. */
    private int settled;

    /** What is known of a seq that is to be sent. */
    enum Known {
        /** Nothing: send it. */
        NOTHING,
        /** The first is on its way; this one will be answered with it. */
        ON_ITS_WAY,
        STORED
    }

    Known enter(long seq, Sent next, Acknowledgement acknowledgement) {
        if (seq == Producer.NO_SEQ) {
            return Known.NOTHING;
        }
        settle();
        int index = count == 0 || seqs[slot(count - 1)] < seq ? ~count : find(seq);
        if (index < 0) {
            insert(~index, seq, next);
            return Known.NOTHING;
        }
        Sent before = sent[slot(index)];
        if (before == null || before.isStored()) {
            return Known.STORED;
        }
        if (before.isForgotten()) {
            sent[slot(index)] = next;
            return Known.NOTHING;
        }
        before.repeatedBy(acknowledgement);
        return Known.ON_ITS_WAY;
    }

    /** It may be on the log or not: the next sending is a new one. */
    void failed(Sent failed) {
        failed.forget();
    }

    /** Lets go of what is stored, and of the oldest seqs beyond those kept. */
    private void settle() {
        while (settled < count && isAnswered(sent[slot(settled)])) {
            Sent answered = sent[slot(settled)];
            if (answered != null && answered.isStored()) {
                sent[slot(settled)] = null;
            }
            settled++;
        }
        while (count >= KEPT && isAnswered(sent[first])) {
            sent[first] = null;
            first = slot(1);
            count--;
            settled = Math.max(0, settled - 1);
        }
    }

    private static boolean isAnswered(@Nullable Sent sent) {
        return sent == null || sent.isStored() || sent.isForgotten();
    }

    /** Nearly always at the end. */
    private void insert(int index, long seq, Sent next) {
        if (count == seqs.length) {
            grow();
        }
        for (int i = count; i > index; i--) {
            seqs[slot(i)] = seqs[slot(i - 1)];
            sent[slot(i)] = sent[slot(i - 1)];
        }
        seqs[slot(index)] = seq;
        sent[slot(index)] = next;
        count++;
        settled = Math.min(settled, index);
    }

    /** The place of a seq, or the complement of where it belongs. */
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
        return ~low;
    }

    private int slot(int index) {
        return (first + index) & (seqs.length - 1);
    }

    /** Doubles the ring; what wrapped around to its start is moved behind its old end. */
    private void grow() {
        int size = seqs.length;
        seqs = Arrays.copyOf(seqs, size * 2);
        sent = Arrays.copyOf(sent, size * 2);
        System.arraycopy(seqs, 0, seqs, size, first);
        System.arraycopy(sent, 0, sent, size, first);
        Arrays.fill(sent, 0, first, null);
    }
}
