package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What processes on several machines say of themselves, one row for each role and instance. How old a row is is measured on the
 * database's clock, which all share; the machines' own clocks may differ.
 *
 * <p>Confined to one thread, but {@link #rows} may be asked by any.
 */
public final class HeartbeatTable implements AutoCloseable {
    /** Class path folder of its scripts. */
    static final String SCRIPTS = "daybook/delivery/heartbeat";

    /** A row that nobody has renewed for so long tells nothing to anybody any more. */
    private static final Duration FORGOTTEN = Duration.ofDays(7);

    private static final String BEAT = "INSERT INTO heartbeat (role, instance, said, beat_at_ms) VALUES (?, ?, ?, %s)"
            + " ON CONFLICT (role, instance) DO UPDATE SET said = excluded.said, beat_at_ms = excluded.beat_at_ms";
    private static final String FORGET = "DELETE FROM heartbeat WHERE beat_at_ms < %s - ?";
    private static final String LEAVE = "DELETE FROM heartbeat WHERE role = ? AND instance = ?";
    private static final String ROWS =
            "SELECT role, instance, said, %s - beat_at_ms FROM heartbeat ORDER BY role, instance";

    /**
     * A row.
     *
     * @param instance of all processes with this role, this one
     * @param said whatever it says of itself
     * @param age since it said so
     */
    public record Row(String role, String instance, String said, Duration age) {}

    private final Database database;
    private final Writer writer;
    private final DatabaseReader reader;
    private boolean migrated;

    public HeartbeatTable(Database database) {
        this.database = database;
        this.writer = new Writer(database);
        this.reader = new DatabaseReader(database);
    }

    /**
     * Writes or renews a row.
     *
     * @throws DeliveryException if the database does not answer; the next call tries again
     */
    public void beat(String role, String instance, String said) {
        if (!migrated) {
            Migrations.migrate(database, SCRIPTS);
            migrated = true;
        }
        write(connection -> {
            try (PreparedStatement beat = connection.prepareStatement(BEAT.formatted(nowMs()))) {
                beat.setString(1, role);
                beat.setString(2, instance);
                beat.setString(3, said);
                beat.executeUpdate();
            }
            try (PreparedStatement forget = connection.prepareStatement(FORGET.formatted(nowMs()))) {
                forget.setLong(1, FORGOTTEN.toMillis());
                forget.executeUpdate();
            }
        });
    }

    /**
     * Takes a row away: the process stops in order.
     *
     * @throws DeliveryException if the database does not answer
     */
    public void leave(String role, String instance) {
        write(connection -> {
            try (PreparedStatement leave = connection.prepareStatement(LEAVE)) {
                leave.setString(1, role);
                leave.setString(2, instance);
                leave.executeUpdate();
            }
        });
    }

    /** @throws DeliveryException if the database does not answer, or nobody has ever written here */
    public List<Row> rows() {
        return reader.read(connection -> {
            List<Row> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(ROWS.formatted(nowMs()));
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(new Row(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            Duration.ofMillis(Math.max(0, row.getLong(4)))));
                }
            }
            return rows;
        });
    }

    @Override
    public void close() {
        writer.close();
    }

    private String nowMs() {
        return database.dialect().nowMs();
    }

    private interface Change {
        void apply(Connection connection) throws SQLException;
    }

    private void write(Change change) {
        try {
            change.apply(writer.transaction());
            writer.commit();
        } catch (SQLException away) {
            writer.rollback();
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        }
    }
}
