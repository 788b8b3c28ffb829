package daybook.spring;

import com.zaxxer.hikari.HikariDataSource;
import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Dialect;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.delivery.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * Finds out how to reach the database of a {@link DataSource} beside it.
 *
 * @param access what the properties say
 * @param details what {@code spring.datasource.*} says, if the DataSource is made of it
 */
record BackgroundAddress(DaybookProperties.DatabaseAccess access, Optional<JdbcConnectionDetails> details) {

    Database database(DataSource source) {
        try (Connection connection = source.getConnection()) {
            return switch (dialect(connection)) {
                case SQLITE -> new SqliteDatabase(file(connection), access.deadline());
                case POSTGRESQL ->
                    PropertyException.under(
                            "daybook.database", () -> new PostgresDatabase(settings(source), schema(connection)));
            };
        } catch (SQLException e) {
            throw new DeliveryException(
                    "database: the application's DataSource does not answer: "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        }
    }

    private static Dialect dialect(Connection connection) throws SQLException {
        try {
            return Dialect.of(connection);
        } catch (SQLException other) {
            throw new PropertyException(
                    "spring.datasource.url: " + other.getMessage() + "; daybook.enabled=false does without", other);
        }
    }

    private static Path file(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT file FROM pragma_database_list WHERE name = 'main'")) {
            String file = row.next() ? row.getString(1) : "";
            if (file == null || file.isEmpty()) {
                throw new PropertyException(
                        "spring.datasource.url: SQLite in memory (expected: jdbc:sqlite:FILE, which the relay and the worker can open, too)");
            }
            return Path.of(file);
        }
    }

    private static String schema(Connection connection) {
        try {
            @Nullable String schema = connection.getSchema();
            if (schema != null) {
                return schema;
            }
        } catch (SQLException e) {
            throw new DeliveryException("database: " + e.getMessage(), e);
        }
        throw new PropertyException(
                "spring.datasource.url: no schema (expected: one that exists, first on the search path)");
    }

    private PostgresSettings settings(DataSource source) {
        if (!access.url().isEmpty()) {
            return settings(access.url(), access.username(), access.password());
        }
        if (details.isPresent()) {
            JdbcConnectionDetails given = details.get();
            return settings(given.getJdbcUrl(), given.getUsername(), given.getPassword());
        }
        try {
            HikariDataSource pool = source.unwrap(HikariDataSource.class);
            return settings(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
        } catch (SQLException noPool) {
            throw new PropertyException(
                    "daybook.database.url: not set (expected: the JDBC URL of the application's own DataSource, with username and password)",
                    noPool);
        }
    }

    private PostgresSettings settings(@Nullable String url, @Nullable String user, @Nullable String password) {
        return new PostgresSettings(text(url), text(user), text(password), access.deadline());
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
