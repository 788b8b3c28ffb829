package daybook.log.embedded;

import daybook.log.Header;
import daybook.log.LogRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of one BATCH payload, read in place. The bytes have passed their checksum. Confined to one thread; valid as long
 * as the buffer is left alone.
 */
final class BatchView {
    static final int LINE_AT = 0;
    static final int MAX_TIME_AT = 8;
    static final int COUNT_AT = 16;
    static final int PRODUCER_AT = 20;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int payloadAt;
    private int at;
    private int remaining;

    void wrap(ByteBuffer target, int payload) {
        buffer = target;
        payloadAt = payload;
        remaining = target.getInt(payload + COUNT_AT);
        at = payload + PRODUCER_AT + 2 + producerBytes();
    }

    long line() {
        return buffer.getLong(payloadAt + LINE_AT);
    }

    long maxTimeMs() {
        return buffer.getLong(payloadAt + MAX_TIME_AT);
    }

    int count() {
        return buffer.getInt(payloadAt + COUNT_AT);
    }

    String producer() {
        byte[] name = new byte[producerBytes()];
        buffer.get(payloadAt + PRODUCER_AT + 2, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    boolean hasNext() {
        return remaining > 0;
    }

    long nextTimeMs() {
        return buffer.getLong(at + 4);
    }

    long nextSeq() {
        return buffer.getLong(at + 12);
    }

    void skip() {
        at += 4 + buffer.getInt(at);
        remaining--;
    }

    LogRecord next() {
        long timeMs = nextTimeMs();
        int from = at + 20;
        byte[] key = bytes(from, buffer.getInt(from));
        from += 4 + key.length;
        byte[] value = bytes(from, buffer.getInt(from));
        from += 4 + value.length;
        List<Header> headers = headers(from);
        skip();
        return new LogRecord(key, value, headers, timeMs);
    }

    private byte[] bytes(int lengthAt, int length) {
        byte[] copy = new byte[length];
        buffer.get(lengthAt + 4, copy);
        return copy;
    }

    private List<Header> headers(int countAt) {
        int count = Short.toUnsignedInt(buffer.getShort(countAt));
        if (count == 0) {
            return List.of();
        }
        List<Header> headers = new ArrayList<>(count);
        int from = countAt + 2;
        for (int i = 0; i < count; i++) {
            byte[] name = new byte[Short.toUnsignedInt(buffer.getShort(from))];
            buffer.get(from + 2, name);
            from += 2 + name.length;
            byte[] value = bytes(from, buffer.getInt(from));
            from += 4 + value.length;
            headers.add(new Header(new String(name, StandardCharsets.UTF_8), value));
        }
        return List.copyOf(headers);
    }

    private int producerBytes() {
        return Short.toUnsignedInt(buffer.getShort(payloadAt + PRODUCER_AT));
    }
}
