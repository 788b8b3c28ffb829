package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prepared statements of one connection, each prepared once. Forgets them when it is asked for another connection. Confined to
 * one thread; do not close what it returns.
 */
public final class Statements {
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private @Nullable Connection owner;

    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        if (owner != connection) {
            prepared.clear();
            owner = connection;
        }
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }
}
