package daybook.lab.simulation;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import daybook.delivery.Migrations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/** Databases as the migrations leave them, made once: a history begins with a copy. */
final class Templates {
    private static final Map<String, Path> FILES = make();

    private Templates() {}

    /** Fills an empty database in memory. */
    static void fill(Connection empty, String service) throws SQLException {
        try (Statement statement = empty.createStatement()) {
            statement.executeUpdate("restore from '" + FILES.get(service) + "'");
            statement.executeUpdate("UPDATE outbox_origin SET origin = 'simulated'");
        }
    }

    private static Map<String, Path> make() {
        try {
            Path directory = Files.createTempDirectory("daybook-simulation");
            directory.toFile().deleteOnExit();
            return Map.of(
                    "capture", make(directory, "capture", "daybook/posttrade/db/capture"),
                    "ledger", make(directory, "ledger", "daybook/posttrade/db/ledger"),
                    "board", make(directory, "board", "daybook/posttrade/db/board"),
                    "totals", make(directory, "totals", "daybook/lab/simulation/totals"));
        } catch (IOException e) {
            throw new IllegalStateException("templates of the databases", e);
        }
    }

    private static Path make(Path directory, String service, String scripts) {
        Path file = directory.resolve(service + ".db");
        file.toFile().deleteOnExit();
        Migrations.migrate(new Plain(file), scripts);
        return file;
    }

    /** Without WAL, so that the file is whole when the migrations have ended. */
    private record Plain(Path file) implements Database {
        @Override
        public Connection openWriter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Connection openReader() {
            throw new UnsupportedOperationException();
        }

        @Override
        public DataSource migrations() {
            SQLiteDataSource source = new SQLiteDataSource();
            source.setUrl("jdbc:sqlite:" + file);
            return source;
        }

        @Override
        public Dialect dialect() {
            return Dialect.SQLITE;
        }

        @Override
        public String name() {
            return file.toString();
        }
    }
}
