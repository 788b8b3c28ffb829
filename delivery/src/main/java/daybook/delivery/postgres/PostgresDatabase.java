package daybook.delivery.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import daybook.delivery.Database;
import daybook.delivery.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One schema of a PostgreSQL database.
 *
 * <p>A commit waits until it is on the server's disk: {@code synchronous_commit} is turned on for the writer whatever the server's
 * or the role's setting is, because with it off a crash of the server takes back commits that were acknowledged. A writer that
 * stands still in the midst of a transaction loses its session, and with it its locks, so that another may take over.
 *
 * <p>The writer has a connection of its own; readers share a few.
 */
public final class PostgresDatabase implements Database {
    private static final int READERS = 4;
    private static final Duration IDLE = Duration.ofMinutes(1);

    /** The server takes a writer's locks back when it has been silent within a transaction for so long. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A server that does not answer at all, not even with an error: half of the network may be gone. */
    private static final Duration NO_ANSWER = Duration.ofMinutes(1);

    private final PostgresSettings settings;
    private final String schema;
    private final Object poolLock = new Object();
    private @Nullable HikariDataSource pool;

    /** @param schema of the service; made by the migrations if it is missing */
    public PostgresDatabase(PostgresSettings settings, String schema) {
        if (!schema.matches("[a-z][a-z0-9_]{0,47}")) {
            throw new IllegalArgumentException(
                    "schema: " + schema + " (expected: a small letter, then at most 47 of a-z 0-9 _)");
        }
        this.settings = settings;
        this.schema = schema;
    }

    @Override
    public Connection openWriter() throws SQLException {
        PGSimpleDataSource source = source("writer");
        source.setSocketTimeout(seconds(NO_ANSWER));
        source.setOptions("-c synchronous_commit=on"
                + " -c lock_timeout=" + settings.deadline().toMillis()
                + " -c idle_in_transaction_session_timeout=" + SILENCE.toMillis());
        return source.getConnection();
    }

    @Override
    public Connection openReader() throws SQLException {
        return readers().getConnection();
    }

    @Override
    public DataSource migrations() {
        return source("migrations");
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public Optional<String> schema() {
        return Optional.of(schema);
    }

    @Override
    public void drop() throws SQLException {
        close();
        try (Connection connection = migrations().getConnection();
                Statement drop = connection.createStatement()) {
            drop.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
    }

    @Override
    public String name() {
        return settings + " schema " + schema;
    }

    @Override
    public void close() {
        synchronized (poolLock) {
            HikariDataSource current = pool;
            pool = null;
            if (current != null) {
                current.close();
            }
        }
    }

    private HikariDataSource readers() {
        synchronized (poolLock) {
            HikariDataSource current = pool;
            if (current == null) {
                current = new HikariDataSource(readerConfig());
                pool = current;
            }
            return current;
        }
    }

    private HikariConfig readerConfig() {
        PGSimpleDataSource source = source("reader");
        source.setSocketTimeout(seconds(NO_ANSWER));
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setPoolName("daybook-" + schema);
        config.setReadOnly(true);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        config.setMaximumPoolSize(READERS);
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE.toMillis());
        config.setConnectionTimeout(Math.max(250, settings.deadline().toMillis()));
        // A server that is away when a reader is made may be back when it is asked.
        config.setInitializationFailTimeout(-1);
        return config;
    }

    private PGSimpleDataSource source(String role) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(settings.url());
        if (!settings.user().isEmpty()) {
            source.setUser(settings.user());
        }
        if (!settings.password().isEmpty()) {
            source.setPassword(settings.password());
        }
        source.setCurrentSchema(schema);
        source.setApplicationName("daybook-" + schema + "-" + role);
        source.setConnectTimeout(seconds(settings.deadline()));
        source.setLoginTimeout(seconds(settings.deadline()));
        source.setTcpKeepAlive(true);
        return source;
    }

    private static int seconds(Duration duration) {
        return Math.toIntExact(Math.max(1, duration.toSeconds()));
    }
}
