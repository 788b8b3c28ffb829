package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first {@value #BYTES} bytes of a segment file; {@code docs/formats/journal.md} has the table.
 *
 * @param baseBatch number of the first batch in the segment
 * @param baseCommandSeq number of the first command in it
 * @param baseSeq number of the first event in it
 */
record SegmentHeader(UUID venueId, int engineVersion, long baseBatch, long baseCommandSeq, long baseSeq) {
    static final int BYTES = 128;
    static final int FORMAT_VERSION = 1;

    /** "DAYBOOKJ" when read as bytes. */
    private static final long MAGIC = 0x4A4B4F4F42594144L;

    private static final int VERSION_AT = 8;
    private static final int HEADER_BYTES_AT = 12;
    private static final int VENUE_AT = 16;
    private static final int ENGINE_AT = 32;
    private static final int BATCH_AT = 40;
    private static final int COMMAND_AT = 48;
    private static final int SEQ_AT = 56;
    private static final int CRC_AT = BYTES - 4;

    /** Writes it at the start of a little-endian buffer and leaves position 0, limit {@value #BYTES}. */
    void put(ByteBuffer buffer) {
        buffer.clear().limit(BYTES);
        for (int i = 0; i < BYTES; i += 8) {
            buffer.putLong(i, 0);
        }
        buffer.putLong(0, MAGIC);
        buffer.putInt(VERSION_AT, FORMAT_VERSION);
        buffer.putInt(HEADER_BYTES_AT, BYTES);
        // A UUID is written as text shows it, most significant byte first.
        buffer.putLong(VENUE_AT, Long.reverseBytes(venueId.getMostSignificantBits()));
        buffer.putLong(VENUE_AT + 8, Long.reverseBytes(venueId.getLeastSignificantBits()));
        buffer.putInt(ENGINE_AT, engineVersion);
        buffer.putLong(BATCH_AT, baseBatch);
        buffer.putLong(COMMAND_AT, baseCommandSeq);
        buffer.putLong(SEQ_AT, baseSeq);
        buffer.putInt(CRC_AT, checksum(buffer));
    }

    /**
     * Reads it.
     *
     * @throws JournalException if it is damaged, of an unknown version, or of another segment than the name says
     */
    static SegmentHeader read(Path file, SegmentSource source) {
        long baseBatch = SegmentName.baseBatch(file);
        ByteBuffer buffer = Frame.newBuffer(BYTES);
        if (source.read(buffer, 0) < BYTES) {
            throw JournalException.at(JournalException.Kind.DAMAGED, file, 0, 0, "the segment header is not whole");
        }
        if (buffer.getLong(0) != MAGIC) {
            throw JournalException.at(JournalException.Kind.DAMAGED, file, 0, 0, "not a journal segment (magic)");
        }
        int version = buffer.getInt(VERSION_AT);
        boolean intact = buffer.getInt(CRC_AT) == checksum(buffer);
        if (intact && version != FORMAT_VERSION) {
            throw JournalException.at(
                    JournalException.Kind.FOREIGN,
                    file,
                    VERSION_AT,
                    0,
                    "format version: " + version + " (expected: " + FORMAT_VERSION + ")");
        }
        if (!intact) {
            throw JournalException.at(JournalException.Kind.DAMAGED, file, 0, 0, "the segment header is damaged (CRC)");
        }
        SegmentHeader header = new SegmentHeader(
                new UUID(Long.reverseBytes(buffer.getLong(VENUE_AT)), Long.reverseBytes(buffer.getLong(VENUE_AT + 8))),
                buffer.getInt(ENGINE_AT),
                buffer.getLong(BATCH_AT),
                buffer.getLong(COMMAND_AT),
                buffer.getLong(SEQ_AT));
        if (header.baseBatch != baseBatch) {
            throw JournalException.at(
                    JournalException.Kind.BROKEN_CHAIN,
                    file,
                    BATCH_AT,
                    header.baseSeq,
                    "base batch: " + header.baseBatch + " (expected: " + baseBatch + ", as the name says)");
        }
        return header;
    }

    SegmentInfo info(Path file) {
        return new SegmentInfo(SegmentName.of(file), engineVersion, baseBatch, baseCommandSeq, baseSeq);
    }

    private static int checksum(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        int position = buffer.position();
        int limit = buffer.limit();
        buffer.limit(CRC_AT).position(0);
        crc.update(buffer);
        buffer.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
