package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/** Which venue a data directory belongs to: made at its first start, never changed. */
public final class VenueId {
    private VenueId() {}

    /** The id, which is made if there is none. Throws a {@link Failure} if a journal is there already, which has one. */
    static UUID readOrMake(DataDirectory data) {
        Path file = data.venueId();
        if (!Files.exists(file)) {
            if (holdsSegments(data.journal())) {
                throw new Failure(
                        ExitCode.FAILURE,
                        file + ": missing (expected: the id of the venue whose journal this is, from a copy)");
            }
            PrivateFile.replace(file, UUID.randomUUID() + "\n");
        }
        return read(file);
    }

    private static boolean holdsSegments(Path journal) {
        if (!Files.isDirectory(journal)) {
            return false;
        }
        try (Stream<Path> files = Files.list(journal)) {
            return files.anyMatch(file -> file.getFileName().toString().contains(".journal"));
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILURE, journal + ": cannot be read", unreadable);
        }
    }

    /** The id. Throws a {@link Failure} if the file is missing or is not one. */
    public static UUID read(Path file) {
        try {
            return UUID.fromString(Files.readString(file).strip());
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.NOT_FOUND, file + ": cannot be read (expected: the venue's id)", unreadable);
        } catch (IllegalArgumentException other) {
            throw new Failure(ExitCode.FAILURE, file + ": not an id (expected: a UUID)", other);
        }
    }
}
