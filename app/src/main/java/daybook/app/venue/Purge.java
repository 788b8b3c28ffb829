package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.delivery.Inbox;
import daybook.delivery.Outbox;
import daybook.posttrade.capture.Capture;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * Deletes rows that every reader is done with: sent outbox rows, and inbox ids older than any retention plus a day. The services'
 * topics are kept for ever and guarded by their own rows, so this frees space and changes no result.
 */
public final class Purge {
    private static final int ROWS = 10_000;
    private static final Duration LONGEST_RETENTION = Duration.ofDays(31);

    private Purge() {}

    /**
     * Deletes them.
     *
     * @param store {@code outbox} or {@code inbox}
     * @param dryRun counts and changes nothing
     */
    public static Map<String, Object> run(PostTrade postTrade, String store, boolean dryRun) {
        InstantSource clock = InstantSource.system();
        try (Connection connection = postTrade.captureDatabase().openWriter()) {
            connection.setAutoCommit(false);
            long purged = 0;
            int step = ROWS;
            while (step == ROWS) {
                step = store.equals("outbox")
                        ? new Outbox(clock).purge(connection, clock.instant(), ROWS)
                        : new Inbox(Capture.NAME, clock).purge(connection, oldest(clock), ROWS);
                purged += step;
                if (!dryRun) {
                    connection.commit();
                }
            }
            connection.rollback();
            return Json.fields("store", store, "purged", purged, "dryRun", dryRun);
        } catch (SQLException refused) {
            throw new Failure(ExitCode.FAILURE, store + ": " + refused.getMessage(), refused);
        }
    }

    private static Instant oldest(InstantSource clock) {
        return clock.instant().minus(LONGEST_RETENTION);
    }
}
