package daybook.app.venue;

import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.heartbeat.HeartbeatFiles;
import daybook.app.heartbeat.HeartbeatRows;
import daybook.app.heartbeat.Heartbeats;
import daybook.delivery.Database;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.delivery.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Where the services keep their tables: SQLite files in a directory, or one schema for each in a PostgreSQL database.
 *
 * @param deadline wall-clock end of waiting for a lock or a server
 * @param postgres empty = SQLite
 */
public record DatabaseSettings(Duration deadline, Optional<PostgresSettings> postgres) {
    private static final String POSTGRES = "jdbc:postgresql:";

    public static DatabaseSettings of(Configuration from) {
        Duration deadline = from.duration(Catalog.TIMEOUT_ALL);
        String url = from.text(Catalog.DB);
        return isPostgres(url)
                ? new DatabaseSettings(
                        deadline,
                        Optional.of(new PostgresSettings(
                                url, from.text(Catalog.DB_USERNAME), from.text(Catalog.DB_PASSWORD), deadline)))
                : sqlite(deadline);
    }

    /** Files where the data directory says. */
    public static DatabaseSettings sqlite(Duration deadline) {
        return new DatabaseSettings(deadline, Optional.empty());
    }

    static boolean isPostgres(String url) {
        return url.startsWith(POSTGRES);
    }

    /** The database of a service: its schema, or the file. */
    Database open(String service, Path file) {
        return postgres.<Database>map(server -> new PostgresDatabase(server, service))
                .orElseGet(() -> new SqliteDatabase(file, deadline));
    }

    /** Where the processes of the venue leave their heartbeats: on the server that they share, or in the directory. */
    public Heartbeats heartbeats(DataDirectory data) {
        return postgres.<Heartbeats>map(server -> new HeartbeatRows(new PostgresDatabase(server, "heartbeat")))
                .orElseGet(() -> new HeartbeatFiles(data.root(), InstantSource.system()));
    }
}
