package daybook.log.embedded;

import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Builds the BATCH frames of one append, to be written in one go. Belongs to a producer; confined to its thread. */
final class FrameBuffer {
    /** A frame is closed once its payload is this large, so that nobody has to read much to get at one record. */
    static final int FRAME_BYTES = 64 << 10;

    private final byte[] producer;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = Frame.newBuffer(FRAME_BYTES);
    private int frameAt;
    private int frameCount;
    private long frameMaxTimeMs;

    /** How much of what was sent goes into this append. */
    record Limits(long line, long maxRecords, long maxBytes) {}

    FrameBuffer(String producer) {
        this.producer = producer.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Puts records {@code from..} of {@code sent} into frames, leaving out duplicates. At least one record is taken, whatever the
     * limit of bytes.
     *
     * @param offset that of the first record taken
     * @return index after the last record taken
     */
    int fill(SentRecords sent, int from, long offset, Limits limits) {
        buffer.clear();
        long next = offset;
        int i = from;
        begin();
        for (; i < sent.count(); i++) {
            if (sent.isDuplicate(i)) {
                continue;
            }
            if (next - offset == limits.maxRecords()
                    || next > offset && sizeWith(sent.sizeBytes(i)) > limits.maxBytes()) {
                break;
            }
            if (frameCount > 0 && payloadBytes() + sent.sizeBytes(i) > FRAME_BYTES) {
                seal(next, limits.line());
                begin();
            }
            put(sent, i);
            next++;
        }
        if (frameCount > 0) {
            seal(next, limits.line());
        } else {
            buffer.position(frameAt);
        }
        buffer.flip();
        return i;
    }

    /** The frames, ready to be written. */
    ByteBuffer bytes() {
        return buffer;
    }

    private void put(SentRecords sent, int i) {
        reserve(sent.sizeBytes(i));
        sent.copy(i, buffer);
        frameMaxTimeMs = Math.max(frameMaxTimeMs, sent.timeMs(i));
        frameCount++;
    }

    private void begin() {
        frameAt = buffer.position();
        frameCount = 0;
        frameMaxTimeMs = Long.MIN_VALUE;
        reserve(headBytes());
        buffer.position(frameAt + Frame.HEADER_BYTES + BatchView.PRODUCER_AT);
        buffer.putShort((short) producer.length).put(producer);
    }

    private void seal(long next, long line) {
        int payloadAt = frameAt + Frame.HEADER_BYTES;
        buffer.putLong(payloadAt + BatchView.LINE_AT, line);
        buffer.putLong(payloadAt + BatchView.MAX_TIME_AT, frameMaxTimeMs);
        buffer.putInt(payloadAt + BatchView.COUNT_AT, frameCount);
        int payload = payloadBytes();
        Frame.seal(buffer, frameAt, LogFormat.BATCH, (byte) 0, next - frameCount, payload, crc);
        buffer.position(frameAt + Frame.sizeOf(payload));
    }

    private int payloadBytes() {
        return buffer.position() - frameAt - Frame.HEADER_BYTES;
    }

    /** Size of all frames if one more record came; at most one frame head too much. */
    private long sizeWith(int recordBytes) {
        return (long) buffer.position() + recordBytes + headBytes() + 8;
    }

    private int headBytes() {
        return Frame.HEADER_BYTES + BatchView.PRODUCER_AT + 2 + producer.length;
    }

    private void reserve(int more) {
        // 8 for the padding of the frame, which the capacity must have room for.
        if (buffer.remaining() < more + 8) {
            int capacity = Math.max(buffer.capacity() * 2, buffer.position() + more + 8);
            ByteBuffer larger = Frame.newBuffer(capacity);
            buffer = larger.put(buffer.flip());
        }
    }
}
