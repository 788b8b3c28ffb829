package daybook.log.embedded;

import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * A partition that another process may be writing: each question is answered from the files as they are now. Safe for many
 * threads.
 */
final class ReadOnlyPartition implements PartitionView {
    private static final int TRIES = 3;

    private final PartitionFiles files;

    ReadOnlyPartition(PartitionFiles files) {
        this.files = files;
    }

    @Override
    public PartitionFiles files() {
        return files;
    }

    @Override
    public long start() {
        NavigableSet<Long> bases = bases();
        long stated = OffsetFile.read(files.disk(), files.start(), LogFormat.START, files.identity())
                .orElse(0);
        return bases.isEmpty() ? stated : Math.max(stated, bases.first());
    }

    /** The stated line; without a good one, as after a power cut, the highest that the last segment states. */
    @Override
    public long end() {
        for (int i = 0; i < TRIES; i++) {
            var line = OffsetFile.read(files.disk(), files.line(), LogFormat.LINE, files.identity());
            if (line.isPresent()) {
                return line.getAsLong();
            }
        }
        NavigableSet<Long> bases = bases();
        return bases.isEmpty() ? 0 : StatedLine.of(files, bases.last());
    }

    @Override
    public long baseOf(long offset) {
        Long base = bases().floor(offset);
        return base == null ? offset : base;
    }

    @Override
    public long positionOf(long base, long offset) {
        return SegmentIndex.load(files, base)
                .map(index -> index.positionOf(offset))
                .orElse(0L);
    }

    @Override
    public long notAfter(long timeMs) {
        return start();
    }

    private NavigableSet<Long> bases() {
        NavigableSet<Long> bases = new TreeSet<>();
        Path directory = files.directory();
        for (String entry : files.disk().list(directory)) {
            if (LogPaths.baseOf(entry) >= 0) {
                bases.add(LogPaths.baseOf(entry));
            }
        }
        return bases;
    }
}
