package daybook.delivery;

import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The {@code delivery_attempt} table. Each method joins the caller's transaction. Confined to one thread. */
final class AttemptTable {
    private static final String LOAD =
            "SELECT topic, partition_no, record_offset, digest, attempts, error FROM delivery_attempt WHERE consumer = ?";
    private static final String STORE = "INSERT INTO delivery_attempt"
            + " (consumer, topic, partition_no, record_offset, digest, attempts, error) VALUES (?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (consumer, topic, partition_no, record_offset) DO UPDATE SET digest = excluded.digest,"
            + " attempts = excluded.attempts, error = excluded.error";
    private static final String REMOVE = "DELETE FROM delivery_attempt"
            + " WHERE consumer = ? AND topic = ? AND partition_no = ? AND record_offset = ?";

    private final String consumer;
    private final Statements statements = new Statements();

    /** How often a record was tried, and what came of it last. */
    record Row(int attempts, String error) {}

    AttemptTable(String consumer) {
        this.consumer = consumer;
    }

    Map<Origin, Row> load(Connection connection) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD);
        load.setString(1, consumer);
        Map<Origin, Row> rows = new HashMap<>();
        try (ResultSet row = load.executeQuery()) {
            while (row.next()) {
                TopicPartition place = new TopicPartition(row.getString(1), row.getInt(2));
                rows.put(new Origin(place, row.getLong(3), row.getLong(4)), new Row(row.getInt(5), row.getString(6)));
            }
        }
        return rows;
    }

    void store(Connection connection, Map<Origin, Row> rows) throws SQLException {
        PreparedStatement store = statements.prepare(connection, STORE);
        for (Map.Entry<Origin, Row> row : rows.entrySet()) {
            bindPlace(store, row.getKey());
            store.setLong(5, row.getKey().digest());
            store.setInt(6, row.getValue().attempts());
            store.setString(7, Refusals.storable(row.getValue().error()));
            store.addBatch();
        }
        store.executeBatch();
    }

    void remove(Connection connection, Iterable<Origin> origins) throws SQLException {
        PreparedStatement remove = statements.prepare(connection, REMOVE);
        for (Origin origin : origins) {
            bindPlace(remove, origin);
            remove.addBatch();
        }
        remove.executeBatch();
    }

    private void bindPlace(PreparedStatement statement, Origin origin) throws SQLException {
        statement.setString(1, consumer);
        statement.setString(2, origin.place().topic());
        statement.setInt(3, origin.place().partition());
        statement.setLong(4, origin.offset());
    }
}
