package daybook.strategies.subscriptions;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeliveryException;
import daybook.strategies.SeriesKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Which series somebody listens to. Confined to one thread. */
public final class ActiveSeries {
    private static final String CHANGES = "SELECT changes FROM cutover WHERE id = 1";
    private static final String ACTIVE = "SELECT DISTINCT series FROM subscription WHERE active_until_us IS NULL";

    private final DatabaseReader reader;
    private long changes = -1;

    public ActiveSeries(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /** All of them, if any strategy was started or stopped since this was asked last, or it was not asked before. */
    public Optional<Set<SeriesKey>> ifChanged() {
        try {
            return reader.read(this::read);
        } catch (DeliveryException away) {
            return Optional.empty(); // asked again soon
        }
    }

    private Optional<Set<SeriesKey>> read(Connection connection) throws SQLException {
        long now = changes(connection);
        if (now == changes) {
            return Optional.empty();
        }
        Set<SeriesKey> active = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(ACTIVE);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                active.add(SeriesKey.parse(row.getString(1)));
            }
        }
        changes = now;
        return Optional.of(active);
    }

    private static long changes(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CHANGES);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
