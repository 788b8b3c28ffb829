package daybook.posttrade.audit;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/** What the audit has found, while it runs and after it has stopped. Safe for many threads. */
public final class AuditReader {
    private static final String VIEW =
            "SELECT line, (SELECT COUNT(*) FROM audit_ahead), received, handled, duplicates, invalid, last_id, last_type,"
                    + " last_key, last_time_ms, heartbeat_ms FROM audit_state";

    private final DatabaseReader reader;

    public AuditReader(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /** @throws daybook.delivery.DeliveryException if the database is not there or does not answer */
    public AuditView view() {
        return reader.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(VIEW);
                    ResultSet row = select.executeQuery()) {
                row.next();
                return new AuditView(
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getLong(10),
                        row.getLong(11));
            }
        });
    }
}
