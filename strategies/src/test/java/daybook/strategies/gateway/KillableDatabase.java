package daybook.strategies.gateway;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A database as one process sees it: when that is killed, its connections end and what they have not committed is undone. */
final class KillableDatabase implements Database {
    private final Database real;
    private final List<Connection> open = new ArrayList<>();

    KillableDatabase(Database real) {
        this.real = real;
    }

    void kill() {
        for (Connection connection : open) {
            try {
                if (!connection.isClosed() && !connection.getAutoCommit()) {
                    connection.rollback();
                }
                connection.close();
            } catch (SQLException gone) {
                throw new IllegalStateException(gone);
            }
        }
        open.clear();
    }

    @Override
    public Connection openWriter() throws SQLException {
        Connection connection = real.openWriter();
        open.add(connection);
        return connection;
    }

    @Override
    public Connection openReader() throws SQLException {
        return real.openReader();
    }

    @Override
    public DataSource migrations() {
        return real.migrations();
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public Optional<String> schema() {
        return real.schema();
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public void close() {
        real.close();
    }
}
