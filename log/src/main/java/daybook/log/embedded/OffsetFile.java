package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** The files {@code line} and {@code start}: one frame that says one offset of one partition. */
final class OffsetFile {
    private static final int BYTES = Frame.sizeOf(Identity.BYTES);

    private OffsetFile() {}

    static ByteBuffer content(byte kind, Identity identity, long offset) {
        ByteBuffer content = Frame.newBuffer(BYTES);
        put(content, kind, identity, offset);
        return content;
    }

    /** Fills a buffer of {@link #content} with another offset. */
    static void put(ByteBuffer content, byte kind, Identity identity, long offset) {
        content.clear();
        identity.put(content, Frame.HEADER_BYTES);
        Frame.seal(content, 0, kind, (byte) 0, offset, Identity.BYTES, new CRC32C());
    }

    /** The offset in the file; empty if there is no file, or it is damaged or another partition's. */
    static OptionalLong read(Disk disk, Path file, byte kind, Identity identity) {
        return WholeFile.read(disk, file, BYTES)
                .filter(content -> isGood(content, kind, identity))
                .map(content -> OptionalLong.of(Frame.number(content, 0)))
                .orElse(OptionalLong.empty());
    }

    /** Opens the file {@code line} for rewriting it in place, making it anew if needed. */
    static DiskFile openLine(Disk disk, Path file) {
        return disk.exists(file) ? disk.open(file) : disk.create(file);
    }

    private static boolean isGood(ByteBuffer content, byte kind, Identity identity) {
        CRC32C crc = new CRC32C();
        return Frame.headerIsGood(content, 0, content.limit(), crc)
                && Frame.payloadIsGood(content, 0, content.limit(), crc)
                && Frame.kind(content, 0) == kind
                && Frame.payloadBytes(content, 0) == Identity.BYTES
                && identity.isAt(content, Frame.HEADER_BYTES);
    }
}
