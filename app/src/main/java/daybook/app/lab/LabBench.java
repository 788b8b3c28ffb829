package daybook.app.lab;

import daybook.app.config.Configuration;
import daybook.app.kafka.KafkaConnection;
import daybook.delivery.Database;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.journal.FileDisk;
import daybook.lab.study.ShiftedNanos;
import daybook.lab.study.Workbench;
import daybook.log.Log;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A log and databases for one run of an experiment: by default in a directory that is deleted afterwards, or topics and schemas of
 * its own on a cluster and a server. The schemas are dropped afterwards; the topics stay, and lose their records after a day.
 */
public final class LabBench implements AutoCloseable {
    private static final int ID_CHARACTERS = 8;

    private final String id = UUID.randomUUID().toString().substring(0, ID_CHARACTERS);
    private final TemporaryHome home;
    private final Path directory;
    private final Log log;
    private final Optional<PostgresSettings> server;
    private final Duration deadline;
    private final List<String> schemas = new ArrayList<>();
    private final ShiftedNanos nanos = new ShiftedNanos(System::nanoTime);
    private final Workbench.Passing passing;

    /**
     * On the log of the configuration.
     *
     * @param server for schemas; empty: SQLite files
     * @param deadline of a database's answer
     * @throws daybook.log.LogException saying in one line why the cluster cannot be used
     */
    public static LabBench configured(
            Configuration configuration, Optional<PostgresSettings> server, Duration deadline) {
        return KafkaConnection.isChosen(configuration)
                ? new LabBench(Optional.of(() -> KafkaConnection.openReachable(configuration)), server, deadline)
                : embedded(server, deadline);
    }

    /** For experiments that look at no log of the user's. */
    public static LabBench embedded(Optional<PostgresSettings> server, Duration deadline) {
        return new LabBench(Optional.empty(), server, deadline);
    }

    private LabBench(Optional<Supplier<Log>> cluster, Optional<PostgresSettings> server, Duration deadline) {
        this.server = server;
        this.deadline = deadline;
        this.home = TemporaryHome.make(TemporaryHome.system(), "lab");
        this.directory = home.path();
        try {
            this.log = cluster.isPresent() ? cluster.get().get() : openEmbedded();
            this.passing = cluster.isPresent() ? LabBench::sleep : nanos;
        } catch (RuntimeException | Error refused) {
            try (home) {
                throw refused;
            }
        }
    }

    private Log openEmbedded() {
        return EmbeddedLog.open(
                new FileDisk(),
                directory.resolve("log"),
                EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), nanos, UUID::randomUUID)));
    }

    public Workbench workbench() {
        return new Workbench(
                log,
                "lab." + id + ".",
                this::database,
                directory,
                new Workbench.Time(InstantSource.system(), nanos, passing));
    }

    /** A cluster has a clock of its own. */
    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    private Database database(String name) {
        return server.<Database>map(settings -> new PostgresDatabase(settings, schema(name)))
                .orElseGet(() -> new SqliteDatabase(directory.resolve(name + ".db"), deadline));
    }

    private String schema(String name) {
        String schema = "lab_" + id + "_" + name.replace('-', '_');
        schemas.add(schema);
        return schema;
    }

    @Override
    public void close() {
        try (home) {
            log.close();
            server.ifPresent(this::dropSchemas);
        }
    }

    private void dropSchemas(PostgresSettings settings) {
        for (String schema : schemas) {
            try (PostgresDatabase database = new PostgresDatabase(settings, schema);
                    Connection connection = database.openWriter();
                    Statement drop = connection.createStatement()) {
                drop.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
            } catch (SQLException away) {
                return; // the experiment has been made; what it leaves behind hurts nobody
            }
        }
    }
}
