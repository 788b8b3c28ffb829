package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Who has a lease, as its row says.
 *
 * @param name of what is leased
 * @param remainingMs until it ends if it is not renewed, on the database's clock; 0 if nobody has it
 */
public record LeaseHolder(String name, String owner, long token, long remainingMs) {
    private static final String ALL = "SELECT name, owner, token, expires_at_ms - %s FROM lease ORDER BY name";

    /** All of a database, by name. */
    public static List<LeaseHolder> all(Database database) {
        return new DatabaseReader(database).read(LeaseHolder::all);
    }

    private static List<LeaseHolder> all(Connection connection) throws SQLException {
        List<LeaseHolder> all = new ArrayList<>();
        String sql = ALL.formatted(Dialect.of(connection).nowMs());
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                all.add(new LeaseHolder(
                        row.getString(1), row.getString(2), row.getLong(3), Math.max(0, row.getLong(4))));
            }
        }
        return all;
    }
}
