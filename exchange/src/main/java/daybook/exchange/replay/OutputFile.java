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
 */
public final class OutputFile implements Closeable {
    private static final String UNFINISHED = ".unfinished";

    private final Path path;
    private final Path unfinished;
    private final Writer writer;
    private boolean open = true;

    /** @throws IOException if the folder cannot be written */
    public OutputFile(Path path) throws IOException {
        this.path = path;
        this.unfinished = path.resolveSibling(path.getFileName() + UNFINISHED);
        this.writer = Files.newBufferedWriter(
                unfinished,
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
        Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
        open = false;
    }

    @Override
    public void close() throws IOException {
        if (open) {
            open = false;
            try {
                writer.close();
            } finally {
                Files.deleteIfExists(unfinished);
            }
        }
    }
}
