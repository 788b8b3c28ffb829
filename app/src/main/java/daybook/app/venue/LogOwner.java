package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.PrivateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Whose log it is: {@code log/venue.id} names the venue, so that the log of another one, put there by mistake, is not taken for
 * this one's past.
 */
final class LogOwner {
    private LogOwner() {}

    /** Before the log is opened. Throws a {@link Failure} with exit code 1 if it is another venue's; without a name it may be ours. */
    static void require(DataDirectory data, UUID venueId) {
        Path file = file(data);
        if (!Files.exists(file)) {
            return;
        }
        UUID named = VenueId.read(file);
        if (!named.equals(venueId)) {
            throw new Failure(
                    ExitCode.FAILURE,
                    data.log() + ": the log of venue " + named + " (expected: of this venue, " + venueId + ")");
        }
    }

    /** After the log has been opened, which makes its directory. */
    static void name(DataDirectory data, UUID venueId) {
        if (!Files.exists(file(data))) {
            PrivateFile.replace(file(data), venueId + "\n");
        }
    }

    private static Path file(DataDirectory data) {
        return data.log().resolve("venue.id");
    }
}
