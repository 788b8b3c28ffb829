package daybook.strategies.parity;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** What the audit has found on each of its topics, while it runs and after it has stopped. Safe for many threads. */
public final class AuditReader {
    private static final String ROWS = "SELECT topic, received, handled, invalid, errors, last_id, last_type, last_key,"
            + " last_us, beat_at_ms FROM strategy_audit ORDER BY topic";

    private final DatabaseReader reader;
    private final InstantSource clock;

    /**
     * Of one topic, as of the last heartbeat.
     *
     * @param handled were right
     * @param errors attempts of its process that failed
     * @param lastMicros when what was read last happened, microseconds since the epoch
     * @param age of the heartbeat
     */
    public record Row(
            String topic,
            long received,
            long handled,
            long invalid,
            long errors,
            String lastId,
            String lastType,
            String lastKey,
            long lastMicros,
            Duration age) {

        /** Whether somebody audits. */
        public boolean isFresh() {
            return age.compareTo(StrategyAudit.FRESH) <= 0;
        }
    }

    /** @param clock the machine's, as that of the audit's process */
    public AuditReader(Database database, InstantSource clock) {
        this.reader = new DatabaseReader(database);
        this.clock = clock;
    }

    /** @throws daybook.delivery.DeliveryException if the database is not there or does not answer */
    public List<Row> rows() {
        long now = clock.millis();
        return reader.read(connection -> {
            List<Row> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(ROWS);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(new Row(
                            row.getString(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getString(6),
                            row.getString(7),
                            row.getString(8),
                            row.getLong(9),
                            Duration.ofMillis(Math.max(0, now - row.getLong(10)))));
                }
            }
            return rows;
        });
    }

    /** Whether somebody audits every topic. */
    public boolean isHealthy() {
        List<Row> rows = rows();
        return !rows.isEmpty() && rows.stream().allMatch(Row::isFresh);
    }
}
