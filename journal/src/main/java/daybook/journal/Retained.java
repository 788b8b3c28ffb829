package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Where the journal begins after pruning; kept in the file {@code pruned}, a frame of kind {@value #KIND}. Without that file the
 * journal begins with the first batch ever written, and a missing first segment is a loss.
 *
 * @param batch first batch kept
 * @param commandSeq first command kept
 * @param seq first event kept
 */
record Retained(long batch, long commandSeq, long seq) {
    static final byte KIND = 5;

    private static final Retained ALL = new Retained(1, 1, 1);
    private static final int PAYLOAD_BYTES = 16;

    static Retained read(Disk disk, Path directory) {
        Path path = directory.resolve(SegmentName.PRUNED);
        if (!disk.exists(path)) {
            return ALL;
        }
        try (SegmentSource source = new SegmentSource.PlainSource(disk.openReadOnly(path))) {
            FrameWindow window = new FrameWindow(Frame.sizeOf(PAYLOAD_BYTES));
            ByteBuffer buffer = window.buffer();
            if (!window.load(source, 0)
                    || Frame.kind(buffer, 0) != KIND
                    || Frame.payloadBytes(buffer, 0) != PAYLOAD_BYTES) {
                throw JournalException.at(JournalException.Kind.DAMAGED, path, 0, 0, "not a prune record");
            }
            return new Retained(
                    Frame.number(buffer, 0),
                    buffer.getLong(Frame.HEADER_BYTES),
                    buffer.getLong(Frame.HEADER_BYTES + 8));
        }
    }

    /** Durable before anything it allows to be missing is deleted. */
    void write(Disk disk, Path directory) {
        ByteBuffer frame = Frame.newBuffer(Frame.sizeOf(PAYLOAD_BYTES));
        frame.putLong(Frame.HEADER_BYTES, commandSeq);
        frame.putLong(Frame.HEADER_BYTES + 8, seq);
        Frame.seal(frame, 0, KIND, (byte) 0, batch, PAYLOAD_BYTES, new CRC32C());
        Path copy = directory.resolve(SegmentName.PRUNED + SegmentName.TEMPORARY);
        disk.delete(copy);
        try (DiskFile file = disk.create(copy)) {
            file.write(frame, 0);
            file.force();
        }
        disk.rename(copy, directory.resolve(SegmentName.PRUNED));
        disk.forceDirectory(directory);
    }

    /** Segments below the record may still be there: a prune was interrupted. */
    void requireFirst(Path file, SegmentHeader first) {
        if (first.baseBatch() > batch) {
            throw JournalException.at(
                    JournalException.Kind.BROKEN_CHAIN,
                    file,
                    0,
                    first.baseSeq(),
                    "the journal begins at batch " + first.baseBatch() + " (expected: " + batch
                            + "; an earlier segment is missing)");
        }
    }
}
