package daybook.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The groups that are not written yet, as they will lie in the file, behind room for the head of their batch: so a batch is one
 * contiguous write. Checksums are computed when a batch is complete, so that this can be done by whoever writes it. Grows when a
 * group needs it, up to a limit, and never shrinks; in steady state nothing is allocated. Confined to the writer's thread.
 */
final class GroupBuffer {
    /** Where the groups begin. */
    static final int START = Stamp.FRAME_BYTES;

    private static final int FIRST_BYTES = 256 << 10;

    private final int maxBytes;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer;
    /** The other buffer, in which the batch before this one was handed over; null until then. */
    private @Nullable ByteBuffer handed;

    private int ended = START;
    private int filled = START;
    private boolean begun;
    private int lastEntryAt;

    GroupBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
        buffer = Frame.newBuffer(Math.min(FIRST_BYTES, maxBytes));
    }

    /** Room for a payload. */
    ByteBuffer begin(int maxPayloadBytes) {
        if (maxPayloadBytes < 0 || maxPayloadBytes > Frame.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "maxPayloadBytes: " + maxPayloadBytes + " (expected: 0.." + Frame.MAX_PAYLOAD_BYTES + ")");
        }
        ensureRoom(Frame.sizeOf(maxPayloadBytes));
        begun = true;
        int payloadAt = filled + Frame.HEADER_BYTES;
        return buffer.clear().limit(payloadAt + maxPayloadBytes).position(payloadAt);
    }

    void endEntry(byte kind, long number) {
        if (!begun) {
            throw new IllegalStateException("endEntry: nothing begun (expected: after begin)");
        }
        begun = false;
        int payloadBytes = buffer.position() - filled - Frame.HEADER_BYTES;
        Frame.label(buffer.clear(), filled, kind, number, payloadBytes);
        lastEntryAt = filled;
        filled += Frame.sizeOf(payloadBytes);
    }

    void endGroup() {
        if (filled == ended || begun) {
            throw new IllegalStateException("endGroup: no whole group (expected: after endCommand or endEvent)");
        }
        Frame.flag(buffer, lastEntryAt, FrameGrammar.LAST_OF_GROUP);
        ended = filled;
    }

    /** Whether a group has begun and not ended. */
    boolean inGroup() {
        return filled > ended;
    }

    /** Bytes of the ended groups. */
    int endedBytes() {
        return ended - START;
    }

    /** The batch: its head, filled in here, and the ended groups. With no groups it is the head alone. */
    ByteBuffer batch(Stamp head) {
        requireWhole();
        head.put(buffer.clear(), 0, crc);
        sum(buffer, ended, crc);
        return buffer.clear().limit(ended);
    }

    /** Drops the ended groups; a group that has only begun stays. */
    void taken() {
        int rest = filled - ended;
        for (int i = 0; i < rest; i++) {
            buffer.put(START + i, buffer.get(ended + i));
        }
        lastEntryAt -= ended - START;
        ended = START;
        filled = START + rest;
    }

    /**
     * Gives the ended groups away as a batch without {@link #sum}; the next groups go into the other buffer. The batch that was
     * given away before must be done with.
     */
    ByteBuffer handOver(Stamp head) {
        requireEnded();
        head.put(buffer.clear(), 0, crc);
        ByteBuffer batch = buffer.clear().limit(ended);
        buffer = handed == null ? Frame.newBuffer(batch.capacity()) : handed;
        handed = batch;
        ended = START;
        filled = START;
        return batch;
    }

    /** Computes the checksums of the groups of a batch. */
    static void sum(ByteBuffer batch, int end, CRC32C crc) {
        batch.clear();
        int at = START;
        while (at < end) {
            Frame.sum(batch, at, crc);
            at += Frame.sizeOf(Frame.payloadBytes(batch, at));
        }
    }

    /** Refuses to go on while a group has begun and not ended. */
    void requireEnded() {
        requireWhole();
        if (inGroup()) {
            throw new IllegalStateException("startBatch: inside a group (expected: after endGroup)");
        }
    }

    private void requireWhole() {
        if (begun) {
            throw new IllegalStateException("write: inside an entry (expected: after endCommand or endEvent)");
        }
    }

    private void ensureRoom(int bytes) {
        long needed = (long) filled + bytes;
        if (needed <= buffer.capacity()) {
            return;
        }
        if (needed > maxBytes) {
            throw new IllegalStateException("pending bytes: " + needed + " (expected: at most " + maxBytes + ")");
        }
        ByteBuffer larger = Frame.newBuffer((int) Math.min(maxBytes, Math.max(needed, 2L * buffer.capacity())));
        larger.put(buffer.clear().limit(filled));
        buffer = larger;
    }
}
