package daybook.strategies.parity;

import daybook.delivery.BatchHandler;
import daybook.delivery.Statements;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what one topic shows, in the transaction that moves the cursors. Confined to the audit's thread, but {@link #durable}. */
final class AuditedTopic implements BatchHandler {
    private static final Logger LOG = LoggerFactory.getLogger(AuditedTopic.class);
    private static final int MOST_TOLD = 20;
    private static final String LOAD = "SELECT received, handled, invalid, last_id, last_type, last_key, last_us"
            + " FROM strategy_audit WHERE topic = ?";
    private static final String SAVE = "INSERT INTO strategy_audit (topic, received, handled, invalid, errors, last_id,"
            + " last_type, last_key, last_us, beat_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (topic) DO UPDATE SET received = excluded.received, handled = excluded.handled,"
            + " invalid = excluded.invalid, errors = excluded.errors, last_id = excluded.last_id,"
            + " last_type = excluded.last_type, last_key = excluded.last_key, last_us = excluded.last_us,"
            + " beat_at_ms = excluded.beat_at_ms";

    private final String topic;
    private final InstantSource clock;
    private final RecordCheck.Of check;
    private final Statements statements = new Statements();
    /** As in the database, with what is being applied on top; null: to be read again. */
    private @Nullable Seen seen;

    private long errors;
    private int told;
    private volatile Seen durable = Seen.NOTHING;

    /**
     * What was seen so far.
     *
     * @param wrong what was wrong with the last invalid one, as this process has seen it
     */
    record Seen(long received, long handled, long invalid, RecordCheck last, String wrong) {
        static final Seen NOTHING = new Seen(0, 0, 0, new RecordCheck("", "", "", 0, ""), "");

        Seen with(RecordCheck next) {
            boolean right = next.wrong().isEmpty();
            return new Seen(
                    received + 1,
                    handled + (right ? 1 : 0),
                    invalid + (right ? 0 : 1),
                    next,
                    right ? wrong : next.wrong());
        }
    }

    AuditedTopic(String topic, InstantSource clock, RecordCheck.Of check) {
        this.topic = topic;
        this.clock = clock;
        this.check = check;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        Seen now = loaded(connection);
        for (StoredRecord stored : records) {
            RecordCheck checked = check.check(stored.record());
            now = now.with(checked);
            if (!checked.wrong().isEmpty() && told < MOST_TOLD) {
                told++;
                LOG.warn("{} offset {}: {}", stored.place(), stored.offset(), checked.wrong());
            }
        }
        seen = now;
        save(connection, now);
    }

    /** A sign of life, also when nothing comes. */
    void heartbeat(Connection connection, long failures) throws SQLException {
        errors = failures;
        save(connection, loaded(connection));
    }

    /** As of the last batch or heartbeat that is durable. Safe for any thread. */
    Seen durable() {
        return durable;
    }

    @Override
    public void committed() {
        Seen now = seen;
        durable = now == null ? durable : now;
    }

    @Override
    public void rolledBack() {
        seen = null;
    }

    private Seen loaded(Connection connection) throws SQLException {
        Seen known = seen;
        if (known != null) {
            return known;
        }
        PreparedStatement load = statements.prepare(connection, LOAD);
        load.setString(1, topic);
        Seen loaded = Seen.NOTHING;
        try (ResultSet row = load.executeQuery()) {
            if (row.next()) {
                RecordCheck last =
                        new RecordCheck(row.getString(4), row.getString(5), row.getString(6), row.getLong(7), "");
                loaded = new Seen(row.getLong(1), row.getLong(2), row.getLong(3), last, "");
            }
        }
        seen = loaded;
        return loaded;
    }

    private void save(Connection connection, Seen now) throws SQLException {
        PreparedStatement save = statements.prepare(connection, SAVE);
        save.setString(1, topic);
        save.setLong(2, now.received());
        save.setLong(3, now.handled());
        save.setLong(4, now.invalid());
        save.setLong(5, errors);
        save.setString(6, now.last().id());
        save.setString(7, now.last().type());
        save.setString(8, now.last().key());
        save.setLong(9, now.last().micros());
        save.setLong(10, clock.millis());
        save.executeUpdate();
    }
}
