package daybook.posttrade.audit;

import daybook.delivery.BatchHandler;
import daybook.delivery.Statements;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what it is shown, in the transaction that moves the cursors. Confined to the audit's thread. */
final class Auditor implements BatchHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);
    private static final int MOST_TOLD = 20;
    private static final String LOAD =
            "SELECT line, received, handled, duplicates, invalid, last_id, last_type, last_key, last_time_ms FROM audit_state";
    private static final String AHEAD = "SELECT seq FROM audit_ahead";
    private static final String ADD = "INSERT INTO audit_ahead (seq) VALUES (?)";
    private static final String PASSED = "DELETE FROM audit_ahead WHERE seq <= ?";
    private static final String SAVE = "UPDATE audit_state SET line = ?, received = ?, handled = ?, duplicates = ?,"
            + " invalid = ?, last_id = ?, last_type = ?, last_key = ?, last_time_ms = ?, heartbeat_ms = ?";

    private final InstantSource clock;
    private final Statements statements = new Statements();
    /** As in the database, with what is being applied on top; empty: to be read again. */
    private @Nullable Seen seen;

    private int told;
    private volatile long invalid;
    private volatile Map<String, Long> counters = Map.of();

    /** What was seen so far. */
    private static final class Seen {
        private final TreeSet<Long> ahead = new TreeSet<>();
        private long line;
        private long received;
        private long handled;
        private long duplicates;
        private long invalid;
        private String lastId = "";
        private String lastType = "";
        private String lastKey = "";
        private long lastTimeMs;

        /** Returns whether the event was new and does not follow on the line: it has to be remembered. */
        boolean take(long seq) {
            if (seq <= line || ahead.contains(seq)) {
                duplicates++;
                return false;
            }
            handled++;
            if (seq != line + 1) {
                return ahead.add(seq);
            }
            line = seq;
            while (!ahead.isEmpty() && ahead.first() == line + 1) {
                line++;
                ahead.pollFirst();
            }
            return false;
        }
    }

    Auditor(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        Seen now = loaded(connection);
        List<Long> remembered = new ArrayList<>();
        for (StoredRecord record : records) {
            now.received++;
            Inspection inspection = Inspection.of(record);
            if (!inspection.wrong().isEmpty()) {
                now.invalid++;
                tell(record, inspection);
            } else if (now.take(inspection.seq())) {
                remembered.add(inspection.seq());
            }
            now.lastId = "x-" + inspection.seq();
            now.lastType = inspection.type();
            now.lastKey = inspection.key();
            now.lastTimeMs = record.record().timeMs();
        }
        remember(connection, remembered, now);
        save(connection, now);
    }

    /** A sign of life, also when nothing comes. */
    void heartbeat(Connection connection) throws SQLException {
        save(connection, loaded(connection));
    }

    /** Records that were wrong, as of the last batch that is durable. Safe for any thread. */
    long invalid() {
        return invalid;
    }

    /** By name, as of the last batch or heartbeat that is durable; empty before the first. Safe for any thread. */
    Map<String, Long> counters() {
        return counters;
    }

    @Override
    public void committed() {
        Seen durable = seen;
        if (durable != null) {
            invalid = durable.invalid;
            counters = Map.of(
                    "line", durable.line,
                    "ahead", (long) durable.ahead.size(),
                    "received", durable.received,
                    "handled", durable.handled,
                    "duplicates", durable.duplicates,
                    "invalid", durable.invalid);
        }
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
        Seen loaded = new Seen();
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            row.next();
            loaded.line = row.getLong(1);
            loaded.received = row.getLong(2);
            loaded.handled = row.getLong(3);
            loaded.duplicates = row.getLong(4);
            loaded.invalid = row.getLong(5);
            loaded.lastId = row.getString(6);
            loaded.lastType = row.getString(7);
            loaded.lastKey = row.getString(8);
            loaded.lastTimeMs = row.getLong(9);
        }
        try (ResultSet row = statements.prepare(connection, AHEAD).executeQuery()) {
            while (row.next()) {
                loaded.ahead.add(row.getLong(1));
            }
        }
        seen = loaded;
        return loaded;
    }

    /** Only what is still above the line: most of a batch has been caught up with by its end. */
    private void remember(Connection connection, List<Long> seqs, Seen now) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        for (long seq : seqs) {
            if (seq > now.line) {
                add.setLong(1, seq);
                add.addBatch();
            }
        }
        add.executeBatch();
        PreparedStatement passed = statements.prepare(connection, PASSED);
        passed.setLong(1, now.line);
        passed.executeUpdate();
    }

    private void save(Connection connection, Seen now) throws SQLException {
        PreparedStatement save = statements.prepare(connection, SAVE);
        save.setLong(1, now.line);
        save.setLong(2, now.received);
        save.setLong(3, now.handled);
        save.setLong(4, now.duplicates);
        save.setLong(5, now.invalid);
        save.setString(6, now.lastId);
        save.setString(7, now.lastType);
        save.setString(8, now.lastKey);
        save.setLong(9, now.lastTimeMs);
        save.setLong(10, clock.millis());
        save.executeUpdate();
    }

    private void tell(StoredRecord record, Inspection inspection) {
        if (told < MOST_TOLD) {
            told++;
            LOG.warn("{} offset {}: {}", record.place(), record.offset(), inspection.wrong());
        }
    }
}
