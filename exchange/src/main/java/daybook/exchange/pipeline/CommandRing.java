package daybook.exchange.pipeline;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import daybook.events.Command;
import daybook.exchange.ReplyListener;
import daybook.exchange.Submission;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bounded ring between those who submit, any number of threads, and the exchange's thread. It is the Disruptor's ring: a
 * slot is claimed, filled and published without a lock, and free again when the last stage has passed it.
 */
final class CommandRing {
    private static final Submission QUEUED = new Submission.Queued();
    private static final Submission BUSY = new Submission.Busy();
    private static final long FULL = -1;

    private final RingBuffer<Slot> ring;
    /** All payloads in one piece, so that whoever goes through them in order is met by a processor that has read ahead. */
    private final ByteBuffer payloads;

    private final Counting counting;
    private final Runnable bell;

    /** @param bell rung after each submission, by its thread, to wake the exchange's */
    CommandRing(int slots, Counting counting, Runnable bell) {
        this.payloads = ByteBuffer.allocate(slots * Slot.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        this.ring = RingBuffer.createMultiProducer(new Places(payloads)::next, slots);
        this.counting = counting;
        this.bell = bell;
    }

    Submission offer(Command command, ReplyListener listener) {
        long sequence = claim();
        if (sequence == FULL) {
            return BUSY;
        }
        try {
            ring.get(sequence).take(command, listener);
        } finally {
            // A claimed slot is published whatever happens, or the ring stands still; if it was not taken it is passed
            // over.
            ring.publish(sequence);
        }
        bell.run();
        return QUEUED;
    }

    Submission offer(Command command, OutcomeListener listener, long token) {
        long sequence = claim();
        if (sequence == FULL) {
            return BUSY;
        }
        try {
            ring.get(sequence).take(command, listener, token);
        } finally {
            ring.publish(sequence);
        }
        bell.run();
        return QUEUED;
    }

    /** Slots are free again when this sequence has passed them. */
    void freedBy(Sequence last) {
        ring.addGatingSequences(last);
    }

    boolean isPublished(long sequence) {
        return ring.isAvailable(sequence);
    }

    /** Last sequence that somebody has claimed. */
    long claimed() {
        return ring.getCursor();
    }

    Slot slot(long sequence) {
        return ring.get(sequence);
    }

    /** The exchange's thread only: every slot's payload; a slot's own begins at {@link #payloadAt}. */
    ByteBuffer payloads() {
        return payloads;
    }

    int payloadAt(long sequence) {
        return (int) (sequence & ring.getBufferSize() - 1) * Slot.PAYLOAD_BYTES;
    }

    /** Gives each slot its place. The ring makes them in order. */
    private static final class Places {
        private final ByteBuffer payloads;
        private int at;

        Places(ByteBuffer payloads) {
            this.payloads = payloads;
        }

        Slot next() {
            Slot slot = new Slot(payloads.slice(at, Slot.PAYLOAD_BYTES));
            at += Slot.PAYLOAD_BYTES;
            return slot;
        }
    }

    private long claim() {
        try {
            return ring.tryNext();
        } catch (InsufficientCapacityException e) {
            counting.busy();
            return FULL;
        }
    }
}
