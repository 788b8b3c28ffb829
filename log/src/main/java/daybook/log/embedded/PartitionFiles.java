package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import java.nio.file.Path;

/** Where one partition lies, and how. */
record PartitionFiles(Disk disk, Path directory, TopicPartition place, Identity identity) {

    Path segment(long base) {
        return LogPaths.segment(directory, base);
    }

    Path index(long base) {
        return LogPaths.index(directory, base);
    }

    Path line() {
        return directory.resolve("line");
    }

    Path start() {
        return directory.resolve("start");
    }

    /** Stored bytes are not what was written. */
    LogException damaged(Path file, long position, long offset, String what) {
        return new LogException(
                LogException.Kind.CORRUPT,
                place + ": " + file + " at byte " + position + ", offset " + offset + ": " + what);
    }
}
