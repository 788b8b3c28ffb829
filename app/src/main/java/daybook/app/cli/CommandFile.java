package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.exchange.replay.ReplaySource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A command file. It is read twice, to check every row before the first command runs; so what comes from a pipe is kept in a
 * temporary file, readable by its owner only, until {@link #close}.
 *
 * @param name as the user gave it
 * @param kept whether {@code path} is such a copy
 */
record CommandFile(String name, Path path, boolean kept) implements ReplaySource, AutoCloseable {

    /** The file of a name, {@code -} being stdin. Throws a {@link Failure} if there is none. */
    static CommandFile of(String name, InputStream stdin) throws IOException {
        if (name.equals("-")) {
            return copied(name, stdin);
        }
        Path path = Path.of(name);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new Failure(ExitCode.NOT_FOUND, name + ": cannot be read (expected: a command file)");
        }
        if (Files.isRegularFile(path)) {
            return new CommandFile(name, path, false);
        }
        try (InputStream pipe = Files.newInputStream(path)) {
            return copied(name, pipe);
        }
    }

    @Override
    public InputStream open() throws IOException {
        return Files.newInputStream(path);
    }

    @Override
    public void close() throws IOException {
        if (kept) {
            Files.delete(path);
        }
    }

    private static CommandFile copied(String name, InputStream pipe) throws IOException {
        Path copy = Files.createTempFile("daybook-replay-", ".csv");
        CommandFile file = new CommandFile(name, copy, true);
        try (OutputStream out = Files.newOutputStream(copy)) {
            pipe.transferTo(out);
            return file;
        } catch (IOException unreadable) {
            file.close();
            throw unreadable;
        }
    }
}
