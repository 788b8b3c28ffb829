package daybook.log.embedded;

import daybook.journal.DiskFile;

/** The highest line that the frames of a segment state. */
final class StatedLine {
    private StatedLine() {}

    /** At least the segment's base, because a segment begins only when the one before it is durable. */
    static long of(PartitionFiles files, long base) {
        try (DiskFile file = files.disk().openReadOnly(files.segment(base))) {
            FrameReader reader = new FrameReader(file);
            BatchView batch = new BatchView();
            long line = base;
            long position = 0;
            while (reader.at(position)) {
                if (reader.kind() == LogFormat.CLOSED) {
                    line = Math.max(line, reader.number());
                } else if (reader.kind() == LogFormat.BATCH) {
                    batch.wrap(reader.buffer(), reader.payloadAt());
                    line = Math.max(line, batch.line());
                }
                position = reader.after(position);
            }
            return line;
        }
    }
}
