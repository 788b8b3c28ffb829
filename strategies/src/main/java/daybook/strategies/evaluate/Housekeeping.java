package daybook.strategies.evaluate;

import daybook.delivery.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Deletes what the guard needs no more: inbox rows older than their topic keeps its records, and a day; bars with their evaluations, intents
 * and orders once they are over and older than any topic that names them. Confined to one thread.
 */
final class Housekeeping {
    private static final Duration KEEP_INBOX = Duration.ofDays(4);
    /** {@code order.intent.v1} and {@code order.event.v1} are kept for 30 days. */
    private static final Duration KEEP_BARS = Duration.ofDays(40);

    private static final long EVERY_NS = Duration.ofMinutes(1).toNanos();
    private static final int ROWS = 1_000;

    private final Writer writer;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final OldBars oldBars = new OldBars();
    private long dueNs;

    Housekeeping(Writer writer, InstantSource clock, LongSupplier nanos) {
        this.writer = writer;
        this.clock = clock;
        this.nanos = nanos;
        this.dueNs = nanos.getAsLong() + EVERY_NS;
    }

    /** Deletes some rows, if it is time. Returns 1 if there may be more. */
    int pump(EvaluateInbox inbox) throws SQLException {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        int purged = inbox.purge(
                writer.transaction(), clock.instant().minus(KEEP_INBOX).toEpochMilli(), ROWS);
        writer.commit();
        boolean forgotten = oldBars.forgetOne(
                writer.transaction(), clock.instant().minus(KEEP_BARS).toEpochMilli());
        writer.commit();
        boolean more = purged == ROWS || forgotten;
        dueNs = more ? now : now + EVERY_NS;
        return more ? 1 : 0;
    }
}
