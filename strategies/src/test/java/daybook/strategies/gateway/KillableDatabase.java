package daybook.strategies.gateway;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
        if (real.dialect() == Dialect.SQLITE) {
            // What is killed here is a process and not the machine: nothing is forced to the disk.
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA synchronous = OFF");
            }
        }
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

    /** The world has made the tables. */
    @Override
    public boolean isMigrated(String location) {
        return true;
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
