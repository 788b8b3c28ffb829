package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Which venue a data directory belongs to: made at its first start, never changed. */
public final class VenueId {
    private VenueId() {}

    /** The id, which is made if there is none. */
    static UUID readOrMake(Path file) {
        if (!Files.exists(file)) {
            PrivateFile.replace(file, UUID.randomUUID() + "\n");
        }
        return read(file);
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
