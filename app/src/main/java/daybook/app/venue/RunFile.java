package daybook.app.venue;

import daybook.app.Json;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a running venue leaves for the commands that work through it. A killed venue leaves it behind, so it proves nothing: whoever
 * reads it must ask the address.
 */
public record RunFile(String address, String token, long pid) {
    private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);

    /** Reads the file; empty if there is none, or none that can be read. */
    public static Optional<RunFile> read(Path file) {
        try {
            Map<String, Object> json = Json.object(Json.readOwn(Files.readAllBytes(file)));
            return json.get("address") instanceof String address
                            && json.get("token") instanceof String token
                            && json.get("pid") instanceof Json.Numeral pid
                    ? Optional.of(new RunFile(address, token, Long.parseLong(pid.text())))
                    : Optional.empty();
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        } catch (Json.Malformed | NumberFormatException half) {
            return Optional.empty();
        }
    }

    /** Once the process has stopped. A file that stays names an address that does not answer. */
    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            LOG.warn("{} could not be deleted; whoever finds it will get no answer", file.getFileName());
        }
    }

    void write(Path file) {
        PrivateFile.replace(file, Json.write(Json.fields("address", address, "token", token, "pid", pid)) + "\n");
    }
}
