package daybook.spring;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Dialect;
import daybook.delivery.jobs.JobDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The application's own database, reached beside its pool. Our tables lie among the application's, so that one transaction writes both;
 * what has been applied of our scripts is in {@code daybook_schema_history}, and the application's own Flyway has its own table.
 *
 * <p>The relay, the worker and the locks keep their connections and set them up for their work (durable commits, plans by index). Taken
 * from the pool they would starve the application, and leave these settings to it.
 */
public final class ApplicationDatabase implements Database {
    private static final String IDENTITY =
            "SELECT concat_ws(' ', pg_postmaster_start_time(), current_database(), current_schema())";

    private final Database own;

    private ApplicationDatabase(Database own) {
        this.own = own;
    }

    /**
     * Opens it and makes our tables.
     *
     * @param source the application's
     * @throws PropertyException if both do not lead to the same database; nothing has been made in it then
     * @throws DeliveryException if it does not answer
     */
    static ApplicationDatabase open(DataSource source, BackgroundAddress address) {
        ApplicationDatabase database = new ApplicationDatabase(address.database(source));
        try (Connection theirs = source.getConnection();
                Connection ours = database.migrations().getConnection()) {
            PropertyException.require(
                    identity(database.dialect(), theirs).equals(identity(database.dialect(), ours)),
                    "daybook.database.url",
                    database.name(),
                    "the database and schema of the application's DataSource");
        } catch (SQLException e) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        }
        JobDatabase.migrate(database);
        return database;
    }

    /** Of the server as it runs, the database and the schema. A file is opened by the name that the application's connection gave. */
    private static String identity(Dialect dialect, Connection connection) throws SQLException {
        if (dialect == Dialect.SQLITE) {
            return "";
        }
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(IDENTITY)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    @Override
    public boolean isSharedWithOthers() {
        return true;
    }

    @Override
    public Connection openWriter() throws SQLException {
        return own.openWriter();
    }

    @Override
    public Connection openReader() throws SQLException {
        return own.openReader();
    }

    @Override
    public DataSource migrations() {
        return own.migrations();
    }

    @Override
    public Dialect dialect() {
        return own.dialect();
    }

    @Override
    public Optional<String> schema() {
        return own.schema();
    }

    @Override
    public boolean exists() {
        return own.exists();
    }

    @Override
    public void tidy() throws SQLException {
        own.tidy();
    }

    @Override
    public String name() {
        return own.name();
    }

    @Override
    public void close() {
        own.close();
    }
}
