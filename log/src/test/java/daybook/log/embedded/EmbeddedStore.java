package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.LogUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An embedded log for tests: clocks that stand still, ids in order. */
public final class EmbeddedStore implements LogUnderTest {
    final Disk disk;
    final Path directory;
    final List<String> notices = new ArrayList<>();
    private Instant now = Instant.ofEpochMilli(1_700_000_000_000L);
    private long nanos;
    private long ids;

    EmbeddedStore(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    public static EmbeddedStore in(Path directory) {
        return new EmbeddedStore(new FileDisk(), directory);
    }

    @Override
    public Log open() {
        return open(settings());
    }

    EmbeddedLog open(EmbeddedLogSettings settings) {
        return EmbeddedLog.open(disk, directory, settings);
    }

    /** Small segments that grow in small steps, so that little work meets many borders. */
    EmbeddedLogSettings settings() {
        EmbeddedLogSettings.Sources sources =
                new EmbeddedLogSettings.Sources(() -> now, () -> nanos, () -> new UUID(directory.hashCode(), ++ids));
        return EmbeddedLogSettings.of(sources)
                .withSegments(new EmbeddedLogSettings.SegmentSize(16 << 10, Integer.MAX_VALUE, 4 << 10))
                .withNotices(notices::add);
    }

    @Override
    public void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    @Override
    public void close() {}
}
