package daybook.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The groups that are not written yet, as they will lie in the file, behind room for the head of their batch: so a batch is one
 * contiguous write. Grows when a group needs it, up to a limit, and never shrinks; in steady state nothing is allocated. Confined
 * to the writer's thread.
 */
final class GroupBuffer {
    /** Where the groups begin. */
    static final int START = Stamp.FRAME_BYTES;

    private static final int FIRST_BYTES = 256 << 10;
    private static final byte NO_ENTRY = 0;

    private final int maxBytes;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer;
    private int ended = START;
    private int filled = START;
    private boolean begun;

    // The last entry, sealed only when the next one begins or the group ends: only then is its flag known.
    private byte entryKind = NO_ENTRY;
    private int entryAt;
    private int entryBytes;
    private long entryNumber;

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
        sealEntry((byte) 0);
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
        entryKind = kind;
        entryAt = filled;
        entryBytes = buffer.position() - filled - Frame.HEADER_BYTES;
        entryNumber = number;
        filled += Frame.sizeOf(entryBytes);
    }

    void endGroup() {
        if (filled == ended || begun) {
            throw new IllegalStateException("endGroup: no whole group (expected: after endCommand or endEvent)");
        }
        sealEntry(FrameGrammar.LAST_OF_GROUP);
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
        if (begun) {
            throw new IllegalStateException("write: inside an entry (expected: after endCommand or endEvent)");
        }
        head.put(buffer, 0, crc);
        return buffer.clear().limit(ended);
    }

    /** Drops the ended groups; a group that has only begun stays. */
    void taken() {
        int rest = filled - ended;
        for (int i = 0; i < rest; i++) {
            buffer.put(START + i, buffer.get(ended + i));
        }
        entryAt -= ended - START;
        ended = START;
        filled = START + rest;
    }

    private void sealEntry(byte flags) {
        if (entryKind != NO_ENTRY) {
            buffer.clear();
            Frame.seal(buffer, entryAt, entryKind, flags, entryNumber, entryBytes, crc);
            entryKind = NO_ENTRY;
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
