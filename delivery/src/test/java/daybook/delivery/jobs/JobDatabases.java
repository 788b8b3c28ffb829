package daybook.delivery.jobs;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The jobs' database of each engine, migrated once for all tests of this process: each test has queues and locks of its own names. */
public final class JobDatabases {
    private static final Map<Engine, Database> MIGRATED = new EnumMap<>(Engine.class);

    private JobDatabases() {}

    public static synchronized Database of(Engine engine) {
        return MIGRATED.computeIfAbsent(engine, JobDatabases::migrated);
    }

    private static Database migrated(Engine engine) {
        try {
            Path dir = Files.createTempDirectory("daybook-jobs");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(dir)));
            Database database = engine.open(dir, JobDatabase.NAME);
            JobDatabase.migrate(database);
            return database;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path dir) {
        File[] files = dir.toFile().listFiles();
        for (File file : files == null ? new File[0] : files) {
            file.delete();
        }
        dir.toFile().delete();
    }
}
