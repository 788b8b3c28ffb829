package daybook.delivery;

import daybook.log.Header;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code outbox_event} table: messages in the columns of Debezium's outbox event router, from programs that write those. They
 * are moved into the {@link Outbox}, each in one transaction with its removal here. Confined to one thread.
 */
final class OutboxEvents {
    /** Before the aggregate's type: the router's own default. */
    static final String TOPIC_PREFIX = "outbox.event.";

    private static final String ANY = "SELECT 1 FROM outbox_event LIMIT 1";
    private static final String FIRST =
            "SELECT n, id, aggregatetype, aggregateid, type, payload FROM outbox_event ORDER BY n LIMIT ?";
    private static final String REMOVE = "DELETE FROM outbox_event WHERE n = ?";

    private final Outbox outbox;
    private final Statements statements = new Statements();

    OutboxEvents(Outbox outbox) {
        this.outbox = outbox;
    }

    boolean isEmpty(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, ANY).executeQuery()) {
            return !row.next();
        }
    }

    /** Moves the first rows, in the caller's transaction. Exactly those that were read go: one between them may commit later. */
    void move(Connection connection, int limit) throws SQLException {
        List<OutboxMessage> messages = new ArrayList<>();
        PreparedStatement remove = statements.prepare(connection, REMOVE);
        PreparedStatement first = statements.prepare(connection, FIRST);
        first.setInt(1, limit);
        try (ResultSet row = first.executeQuery()) {
            while (row.next()) {
                messages.add(new OutboxMessage(
                        TOPIC_PREFIX + row.getString(3),
                        bytes(row.getString(4)),
                        List.of(new Header("id", bytes(row.getString(2))), new Header("type", bytes(row.getString(5)))),
                        bytes(row.getString(6))));
                remove.setLong(1, row.getLong(1));
                remove.addBatch();
            }
        }
        outbox.add(connection, messages);
        remove.executeBatch();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
