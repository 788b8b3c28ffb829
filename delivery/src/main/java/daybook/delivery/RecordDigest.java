package daybook.delivery;

import daybook.log.LogRecord;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Tells one copy of a record from any other that may lie at its offset after the log was cut and has grown again. A copy that was
 * sent again has another time, so it differs too. Not against somebody who wants two to be equal.
 */
final class RecordDigest {
    private RecordDigest() {}

    static long of(LogRecord record) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(12)
                .putLong(record.timeMs())
                .putInt(record.key().length)
                .flip());
        crc.update(record.key());
        crc.update(record.value());
        return crc.getValue() << 32 | record.timeMs() & 0xFFFF_FFFFL;
    }
}
