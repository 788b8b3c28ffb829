package daybook.exchange.pipeline;

import daybook.journal.DiskFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * How a snapshot lies in its file: a header of {@value #HEADER_BYTES} bytes, then the engine's state. docs/formats/snapshot.md
 * has the table. Little endian.
 */
final class SnapshotFile {
    static final int FORMAT_VERSION = 1;
    static final int HEADER_BYTES = 96;

    /** "DAYBOOKS" when read as bytes. */
    private static final long MAGIC = 0x534B4F4F42594144L;

    private static final int FORMAT_AT = 8;
    private static final int ENGINE_AT = 12;
    private static final int VENUE_AT = 16;
    private static final int COMMAND_SEQ_AT = 32;
    private static final int SEQ_AT = 40;
    private static final int TIME_AT = 48;
    private static final int HASH_AT = 56;
    private static final int STATE_BYTES_AT = 64;
    private static final int STATE_CRC_AT = 72;
    private static final int HEADER_CRC_AT = HEADER_BYTES - 4;

    private SnapshotFile() {}

    /** Writes all of it. It is not durable before the caller forces the file. */
    static void write(Snapshot snapshot, DiskFile file) {
        CRC32C crc = new CRC32C();
        long at = HEADER_BYTES;
        for (ByteBuffer piece : snapshot.state()) {
            crc.update(piece.duplicate());
            file.write(piece.duplicate(), at);
            at += piece.remaining();
        }
        file.write(header(snapshot, (int) crc.getValue()), 0);
    }

    private static ByteBuffer header(Snapshot snapshot, int stateCrc) {
        SnapshotHeader header = snapshot.header();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, MAGIC);
        bytes.putInt(FORMAT_AT, FORMAT_VERSION);
        bytes.putInt(ENGINE_AT, header.engineVersion());
        // A UUID is written as text shows it, most significant byte first.
        bytes.putLong(VENUE_AT, Long.reverseBytes(header.venueId().getMostSignificantBits()));
        bytes.putLong(VENUE_AT + 8, Long.reverseBytes(header.venueId().getLeastSignificantBits()));
        bytes.putLong(COMMAND_SEQ_AT, header.commandSeq());
        bytes.putLong(SEQ_AT, header.seq());
        bytes.putLong(TIME_AT, header.timeMicros());
        bytes.putLong(HASH_AT, snapshot.stateHash());
        bytes.putLong(STATE_BYTES_AT, snapshot.stateBytes());
        bytes.putInt(STATE_CRC_AT, stateCrc);
        bytes.putInt(HEADER_CRC_AT, crcOf(bytes, HEADER_CRC_AT));
        return bytes;
    }

    /**
     * Reads it whole.
     *
     * @throws SnapshotDamagedException if it is damaged or not whole
     * @throws ExchangeRefusedException if it is of a format that this program does not know
     */
    static Snapshot read(Path path, DiskFile file) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        require(file.read(bytes, 0) == HEADER_BYTES, path, "shorter than its header");
        require(bytes.getLong(0) == MAGIC, path, "not a snapshot (magic)");
        require(bytes.getInt(HEADER_CRC_AT) == crcOf(bytes, HEADER_CRC_AT), path, "header damaged (CRC)");
        int format = bytes.getInt(FORMAT_AT);
        if (format != FORMAT_VERSION) {
            throw new ExchangeRefusedException(
                    path + ": format version: " + format + " (expected: " + FORMAT_VERSION + ")");
        }
        long stateBytes = bytes.getLong(STATE_BYTES_AT);
        require(file.sizeBytes() == HEADER_BYTES + stateBytes, path, "length: " + file.sizeBytes());
        if (stateBytes > Integer.MAX_VALUE - 8) {
            throw new ExchangeRefusedException(path + ": state: " + stateBytes + " bytes (expected: below 2 GiB)");
        }
        ByteBuffer state = ByteBuffer.allocate((int) stateBytes).order(ByteOrder.LITTLE_ENDIAN);
        require(file.read(state, HEADER_BYTES) == stateBytes, path, "state not whole");
        require(crcOf(state, (int) stateBytes) == bytes.getInt(STATE_CRC_AT), path, "state damaged (CRC)");
        Snapshot snapshot = new Snapshot(header(bytes), List.of(state.flip()));
        require(snapshot.stateHash() == bytes.getLong(HASH_AT), path, "state hash");
        return snapshot;
    }

    private static SnapshotHeader header(ByteBuffer bytes) {
        return new SnapshotHeader(
                new UUID(Long.reverseBytes(bytes.getLong(VENUE_AT)), Long.reverseBytes(bytes.getLong(VENUE_AT + 8))),
                bytes.getInt(ENGINE_AT),
                bytes.getLong(COMMAND_SEQ_AT),
                bytes.getLong(SEQ_AT),
                bytes.getLong(TIME_AT));
    }

    private static void require(boolean good, Path path, String what) {
        if (!good) {
            throw new SnapshotDamagedException(path + ": " + what);
        }
    }

    private static int crcOf(ByteBuffer bytes, int count) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().limit(count));
        return (int) crc.getValue();
    }
}
