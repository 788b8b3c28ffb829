package daybook.strategies.evaluate;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.strategies.StrategyDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A real database whose own clock stands still until it is moved: whatever asks for the time reads a row. Made from a template, because a test
 * makes hundreds. On SQLite it forgets nothing but at a power cut.
 */
final class TestDatabase implements AutoCloseable {
    private static final String NOW = "(SELECT now_ms FROM test_time)";
    private static Path template = Path.of("");

    final Database real;
    /** Outside of any transaction, for the test's own questions. */
    final Connection timekeeper;

    private final PreparedStatement tick;

    TestDatabase(Engine engine, Path dir) throws SQLException, IOException {
        String name = "strategies";
        if (engine == Engine.SQLITE) {
            Files.copy(template(), dir.resolve(name + ".db"));
        }
        boolean[] made = {engine == Engine.SQLITE};
        real = new Quick(engine.open(dir, name), made);
        if (engine == Engine.POSTGRESQL) {
            prepare(real);
            made[0] = true;
        }
        timekeeper = real.openWriter();
        tick = timekeeper.prepareStatement("UPDATE test_time SET now_ms = ?");
    }

    /** As one process sees it. */
    Database with(HarmedDatabase.Harm harm) {
        return new HarmedDatabase(real, new HarmedDatabase.Harm() {
            @Override
            public String said(String sql) {
                return harm.said(sql).replace(real.dialect().nowMs(), NOW);
            }

            @Override
            public void beforeCommit(Connection connection) throws SQLException {
                harm.beforeCommit(connection);
            }

            @Override
            public void afterCommit(Connection connection) throws SQLException {
                harm.afterCommit(connection);
            }
        });
    }

    void time(long nowMs) throws SQLException {
        tick.setLong(1, nowMs);
        tick.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        timekeeper.close();
        real.close();
    }

    private static synchronized Path template() throws SQLException, IOException {
        if (template.toString().isEmpty()) {
            Path home = Files.createTempDirectory("strategies-template");
            Database made = Engine.SQLITE.open(home, "template");
            prepare(made);
            made.tidy();
            template = home.resolve("template.db");
            template.toFile().deleteOnExit();
            home.toFile().deleteOnExit();
        }
        return template;
    }

    private static void prepare(Database database) throws SQLException {
        StrategyDatabase.migrate(database);
        try (Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE test_time (now_ms BIGINT NOT NULL)");
            statement.execute("INSERT INTO test_time VALUES (0)");
        }
    }

    /** Does not wait for the disk, nor look again whether the tables are there. */
    private record Quick(Database real, boolean[] made) implements Database {
        @Override
        public boolean isMigrated(String location) {
            return made[0];
        }

        @Override
        public Connection openWriter() throws SQLException {
            Connection connection = real.openWriter();
            if (real.dialect() == Dialect.SQLITE) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("PRAGMA synchronous = OFF");
                }
            }
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
}
