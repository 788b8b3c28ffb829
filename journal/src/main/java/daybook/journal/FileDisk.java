package daybook.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The real disk. Data files are never followed through a symbolic link; directories may be links. Safe for many threads.
 *
 * <p>A thread that is interrupted inside a call finds its file closed (that is how Java's file channels behave): do not interrupt
 * threads that own files.
 */
public final class FileDisk implements Disk {
    /**
     * Locks held by this process, by file identity. Static because the operating system's locks belong to the whole process:
     * merely opening and closing a locked file a second time, anywhere in the process, would release the lock.
     */
    private static final Set<Object> HELD = new HashSet<>();

    @Override
    public DiskFile create(Path file) {
        return channel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public DiskFile open(Path file) {
        return channel(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public DiskFile openReadOnly(Path file) {
        return channel(file, StandardOpenOption.READ);
    }

    @Override
    public void createDirectories(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (Files.isDirectory(absolute)) {
            return;
        }
        Path parent = absolute.getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        try {
            Files.createDirectory(absolute);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(absolute)) {
                throw failure(absolute, e);
            }
        } catch (IOException e) {
            throw failure(absolute, e);
        }
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    @Override
    public List<String> list(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw failure(directory, e);
        }
        names.sort(null);
        return names;
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void rename(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw failure(from, e);
        }
    }

    @Override
    public void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    @Override
    public void forceDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    @Override
    public DiskLock lock(Path file) {
        synchronized (HELD) {
            try {
                createIfMissing(file);
                BasicFileAttributes attributes =
                        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                Object identity = attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
                if (HELD.contains(identity)) {
                    throw new DiskException(DiskException.Kind.LOCKED, file, "locked: in use by this process");
                }
                FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                    throw new DiskException(DiskException.Kind.LOCKED, file, "locked: in use by another process");
                }
                HELD.add(identity);
                return new HeldLock(file, identity, channel);
            } catch (IOException e) {
                throw failure(file, e);
            }
        }
    }

    private static void createIfMissing(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // Somebody else was faster; the lock decides.
            }
        }
    }

    private static DiskFile channel(Path file, OpenOption... how) {
        OpenOption[] options = new OpenOption[how.length + 1];
        System.arraycopy(how, 0, options, 0, how.length);
        options[how.length] = LinkOption.NOFOLLOW_LINKS;
        try {
            return new FileDiskFile(file, FileChannel.open(file, options));
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /** What an {@link IOException} of the JDK means to a caller. */
    static DiskException failure(Path file, IOException e) {
        return new DiskException(kindOf(e), file, describe(file, e), e);
    }

    private static DiskException.Kind kindOf(IOException e) {
        if (e instanceof NoSuchFileException) {
            return DiskException.Kind.NOT_FOUND;
        }
        if (e instanceof FileAlreadyExistsException) {
            return DiskException.Kind.EXISTS;
        }
        if (e instanceof AccessDeniedException || e instanceof NotDirectoryException) {
            return DiskException.Kind.DENIED;
        }
        String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (said.contains("no space left") || said.contains("quota exceeded") || said.contains("file too large")) {
            return DiskException.Kind.FULL;
        }
        if (said.contains("read-only file system")
                || said.contains("permission denied")
                || said.contains("not permitted")
                || said.contains("symbolic link")) {
            return DiskException.Kind.DENIED;
        }
        return DiskException.Kind.FAILED;
    }

    private static String describe(Path file, IOException e) {
        String said = e.getMessage() == null ? "" : e.getMessage();
        String withoutName =
                said.startsWith(file + ": ") ? said.substring(file.toString().length() + 2) : said;
        return withoutName.isEmpty() || withoutName.equals(file.toString())
                ? e.getClass().getSimpleName()
                : withoutName;
    }

    private record HeldLock(Path file, Object identity, FileChannel channel) implements DiskLock {
        @Override
        public void close() {
            synchronized (HELD) {
                if (!channel.isOpen()) {
                    return;
                }
                try {
                    channel.close();
                } catch (IOException e) {
                    throw failure(file, e);
                } finally {
                    HELD.remove(identity);
                }
            }
        }
    }
}
