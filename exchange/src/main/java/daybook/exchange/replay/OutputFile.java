package daybook.exchange.replay;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears whole or not at all: it is written under another name beside its own and renamed by {@link #commit}. Closed
 * without commit it leaves nothing, and a file of an earlier run stays as it was. Not made to survive a power cut.
 *
 * <p>What exists and is no file (a device, a pipe) is written as it stands, for it must not be replaced.
 */
public final class OutputFile implements Closeable {
    private static final String UNFINISHED = ".unfinished";

    private final Path path;
    /** Where the bytes go; {@link #path} itself if that is no file. */
    private final Path written;

    private final Writer writer;
    private boolean open = true;

    /** @throws IOException if it cannot be written */
    public OutputFile(Path wanted) throws IOException {
        // The file behind a link is replaced, not the link.
        path = Files.isRegularFile(wanted) ? wanted.toRealPath() : wanted;
        boolean replaceable = Files.isRegularFile(path) || Files.notExists(path);
        written = replaceable ? path.resolveSibling(path.getFileName() + UNFINISHED) : path;
        writer = Files.newBufferedWriter(
                written,
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    public Writer writer() {
        return writer;
    }

    /** Ends the file and gives it its name, in place of an older one. */
    public void commit() throws IOException {
        writer.close();
        if (!written.equals(path)) {
            Files.move(written, path, StandardCopyOption.REPLACE_EXISTING);
        }
        open = false;
    }

    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
        try {
            writer.close();
        } finally {
            if (!written.equals(path)) {
                Files.deleteIfExists(written);
            }
        }
    }
}
