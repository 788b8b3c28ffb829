package daybook.publisher;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoint in a small text file beside the journal; see {@link CheckpointText}.
 *
 * <p>Written under another name, forced, renamed, directory forced: a crash leaves the old one or the new one. A missing or
 * damaged file costs a second sending of everything, never an event.
 */
public final class CheckpointFile implements CheckpointStore {
    public static final String NAME = "publisher.checkpoint";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointFile.class);
    private static final int MAX_BYTES = 4 << 20;

    private final Disk disk;
    private final Path file;
    private final Path unfinished;
    private final Path directory;
    private final UUID venueId;

    /**
     * The checkpoint of a venue.
     *
     * @param directory an existing directory
     */
    public CheckpointFile(Disk disk, Path directory, UUID venueId) {
        this.disk = disk;
        this.directory = directory;
        this.venueId = venueId;
        file = directory.resolve(NAME);
        unfinished = directory.resolve(NAME + ".new");
    }

    /** Reads a checkpoint whosever it is, changing nothing; empty if it is missing or damaged. */
    public static Optional<Checkpoint> read(Disk disk, Path directory) {
        Path file = directory.resolve(NAME);
        try (DiskFile opened = disk.openReadOnly(file)) {
            if (opened.sizeBytes() > MAX_BYTES) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) opened.sizeBytes());
            opened.read(bytes, 0);
            byte[] read = new byte[bytes.position()];
            bytes.flip().get(read);
            return CheckpointText.read(read);
        } catch (DiskException e) {
            if (e.kind() == DiskException.Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Checkpoint load() {
        Optional<Checkpoint> read = read(disk, directory);
        if (read.isEmpty()) {
            if (disk.exists(file)) {
                LOG.warn("{}: damaged; everything will be published again", file);
            } else {
                LOG.info("{}: not there yet; everything will be published", file);
            }
            return Checkpoint.none(venueId);
        }
        Checkpoint checkpoint = read.get();
        if (!checkpoint.venueId().equals(venueId)) {
            throw new PublisherException(
                    file + ": venue " + checkpoint.venueId() + " (expected: " + venueId + ", this journal's)");
        }
        return checkpoint;
    }

    @Override
    public void save(Checkpoint checkpoint) {
        disk.delete(unfinished);
        try (DiskFile created = disk.create(unfinished)) {
            created.write(ByteBuffer.wrap(CheckpointText.write(checkpoint)), 0);
            created.force();
        }
        disk.rename(unfinished, file);
        disk.forceDirectory(directory);
    }
}
