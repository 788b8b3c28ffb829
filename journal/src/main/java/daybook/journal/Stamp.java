package daybook.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The payload of the two frames that carry no entry, the head of a batch and the end mark. Both say which numbers come next, what
 * was durable before them, and where they lie, so that a block written to the wrong place is not taken for one. {@code docs/formats/journal.md} has the table.
 *
 * <p>One object is filled and used again and again: the writer allocates nothing per batch.
 */
final class Stamp {
    static final int PAYLOAD_BYTES = 96;
    static final int FRAME_BYTES = Frame.HEADER_BYTES + PAYLOAD_BYTES;

    private static final int NEXT_COMMAND_AT = Frame.HEADER_BYTES;
    private static final int NEXT_SEQ_AT = NEXT_COMMAND_AT + 8;
    private static final int DURABLE_BATCH_AT = NEXT_COMMAND_AT + 16;
    private static final int DURABLE_COMMAND_AT = NEXT_COMMAND_AT + 24;
    private static final int DURABLE_SEQ_AT = NEXT_COMMAND_AT + 32;
    private static final int OFFSET_AT = NEXT_COMMAND_AT + 40;
    private static final int GROUP_BYTES_AT = NEXT_COMMAND_AT + 48;

    /** {@link EntryKind#BATCH} or {@link EntryKind#CLEAN_CLOSE}. */
    byte kind;
    /** Number of this batch; in an end mark, of the batch that would have followed. */
    long batch;
    /** Number of the first command behind this frame. */
    long nextCommandSeq;
    /** Number of the first event behind this frame. */
    long nextSeq;
    /** Highest batch that was durable when this frame was written. */
    long durableBatch;
    /** Highest command that was durable then. */
    long durableCommandSeq;
    /** Highest event that was durable then. */
    long durableSeq;
    /** Where this frame lies in its file. */
    long offset;
    /** Bytes of the groups behind this frame that belong to the batch. */
    int groupBytes;

    /** Writes the whole frame. */
    void put(ByteBuffer buffer, int at, CRC32C crc) {
        buffer.putLong(at + NEXT_COMMAND_AT, nextCommandSeq);
        buffer.putLong(at + NEXT_SEQ_AT, nextSeq);
        buffer.putLong(at + DURABLE_BATCH_AT, durableBatch);
        buffer.putLong(at + DURABLE_COMMAND_AT, durableCommandSeq);
        buffer.putLong(at + DURABLE_SEQ_AT, durableSeq);
        buffer.putLong(at + OFFSET_AT, offset);
        buffer.putLong(at + GROUP_BYTES_AT, groupBytes);
        for (int i = GROUP_BYTES_AT + 8; i < FRAME_BYTES; i += 8) {
            buffer.putLong(at + i, 0);
        }
        Frame.seal(buffer, at, kind, (byte) 0, batch, PAYLOAD_BYTES, crc);
    }

    /** Reads the frame, whose checksums are good. Returns whether it is a batch head or an end mark. */
    boolean read(ByteBuffer buffer, int at) {
        byte found = Frame.kind(buffer, at);
        if ((found != EntryKind.BATCH && found != EntryKind.CLEAN_CLOSE)
                || Frame.payloadBytes(buffer, at) != PAYLOAD_BYTES) {
            return false;
        }
        kind = found;
        batch = Frame.number(buffer, at);
        nextCommandSeq = buffer.getLong(at + NEXT_COMMAND_AT);
        nextSeq = buffer.getLong(at + NEXT_SEQ_AT);
        durableBatch = buffer.getLong(at + DURABLE_BATCH_AT);
        durableCommandSeq = buffer.getLong(at + DURABLE_COMMAND_AT);
        durableSeq = buffer.getLong(at + DURABLE_SEQ_AT);
        offset = buffer.getLong(at + OFFSET_AT);
        groupBytes = buffer.getInt(at + GROUP_BYTES_AT);
        return groupBytes >= 0 && groupBytes % 8 == 0;
    }
}
