package daybook.bench;

import daybook.delivery.Database;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.delivery.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Which database two contestants measure themselves on.
 *
 * @param server a PostgreSQL's JDBC URL, with user and password; "" = SQLite
 */
public record Store(String server) {
    /** SQLite files, WAL, synchronous=FULL. */
    public static final Store SQLITE = new Store("");

    static final String VARIABLE = "DAYBOOK_BENCH_POSTGRES";

    /** The server that the environment names, which must force its commits; without one, a server of our own that does. */
    static Store postgres() throws Exception {
        String named = System.getenv(VARIABLE);
        return new Store(named == null ? PostgresProcess.url() : named);
    }

    public boolean isPostgres() {
        return !server.isEmpty();
    }

    public String label() {
        return isPostgres() ? "PostgreSQL" : "SQLite FULL";
    }

    /** Ours, empty. */
    public Database open(Path folder) throws SQLException {
        Duration deadline = Duration.ofSeconds(5);
        if (!isPostgres()) {
            return new SqliteDatabase(folder.resolve("ledger.db"), deadline);
        }
        drop("ledger");
        return new PostgresDatabase(new PostgresSettings(server, "", "", deadline), "ledger");
    }

    /** A plain connection to an empty place. */
    public Connection connect(Path folder) throws SQLException {
        if (!isPostgres()) {
            return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bare.db"));
        }
        drop("bare");
        Connection connection = DriverManager.getConnection(server);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA bare");
            statement.execute("SET search_path = bare");
            statement.execute("SET synchronous_commit = on");
        }
        return connection;
    }

    private void drop(String schema) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
    }
}
