package daybook.app.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory under the system's temporary one, for as long as it is open. A file in it stays locked meanwhile, which tells those in
 * use from those that a killed process has left behind. Confined to one thread at a time.
 */
final class TemporaryHome implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TemporaryHome.class);
    private static final String PREFIX = "daybook-";
    private static final String OWNER = ".owner";
    /** One that has just been made may not be locked yet. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    private final Path path;
    private final FileChannel owner;

    private TemporaryHome(Path path, FileChannel owner) {
        this.path = path;
        this.owner = owner;
    }

    /**
     * Makes one.
     *
     * @param above the system's temporary directory
     * @param kind "sandbox" or "lab"
     */
    static TemporaryHome make(Path above, String kind) {
        try {
            Path path = Files.createTempDirectory(above, PREFIX + kind + "-");
            return new TemporaryHome(path, owned(path));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static FileChannel owned(Path path) throws IOException {
        FileChannel owner =
                FileChannel.open(path.resolve(OWNER), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (owner.tryLock() == null) {
                throw new IOException(path + ": locked by somebody else (expected: new)");
            }
            return owner; // the lock lasts as long as the channel
        } catch (IOException refused) {
            owner.close();
            delete(path);
            throw refused;
        }
    }

    /** Where those of this machine are made. */
    static Path system() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    Path path() {
        return path;
    }

    /** Deletes it with all that is in it. */
    @Override
    public void close() {
        try (owner) {
            delete(path);
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }

    /**
     * Deletes what processes of this user have left behind. What cannot be looked at or deleted stays.
     *
     * @return how many
     */
    static int sweep(Path above, Instant now) {
        int gone = 0;
        try (DirectoryStream<Path> found = Files.newDirectoryStream(above, PREFIX + "{sandbox,lab}-*")) {
            UserPrincipal user = above.getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(System.getProperty("user.name"));
            for (Path home : found) {
                if (isLeft(home, user, now) && deleted(home)) {
                    gone++;
                }
            }
        } catch (IOException | DirectoryIteratorException | UnsupportedOperationException unknown) {
            LOG.debug("{}: not looked through ({})", above, unknown.getMessage());
        }
        return gone;
    }

    /** The temporary directory is everybody's: a link there, or somebody else's directory, is not ours to follow. */
    private static boolean isLeft(Path home, UserPrincipal user, Instant now) {
        Path mark = home.resolve(OWNER);
        try {
            if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)
                    || !Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(home, LinkOption.NOFOLLOW_LINKS).equals(user)
                    || Files.getLastModifiedTime(mark, LinkOption.NOFOLLOW_LINKS)
                            .toInstant()
                            .isAfter(now.minus(YOUNG))) {
                return false;
            }
            try (FileChannel owner = FileChannel.open(mark, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock free = owner.tryLock()) {
                return free != null;
            }
        } catch (IOException | OverlappingFileLockException used) {
            return false;
        }
    }

    private static boolean deleted(Path home) {
        try {
            delete(home);
            return true;
        } catch (IOException left) {
            LOG.warn("{}: left behind by a process that was killed, and not deleted ({})", home, left.getMessage());
            return false;
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException walking) {
            throw walking.getCause();
        }
    }
}
