package daybook.app.cli;

import daybook.exchange.replay.ReplaySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A command file on disk.
 *
 * @param name as the user gave it
 */
record CommandFile(String name, Path path) implements ReplaySource {
    @Override
    public InputStream open() throws IOException {
        return Files.newInputStream(path);
    }
}
