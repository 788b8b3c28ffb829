package daybook.delivery;

import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.delivery.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What a test's databases are on. */
public enum Engine {
    SQLITE {
        @Override
        public Database open(Path dir, String name) {
            return new SqliteDatabase(dir.resolve(name + ".db"), Duration.ofSeconds(5));
        }
    },
    /** Skipped where there is no server. */
    POSTGRESQL {
        @Override
        public Database open(Path dir, String name) {
            return Schemas.open(dir, name);
        }
    };

    /** A database of this name; a directory and a name are the same database whenever they are opened. */
    public abstract Database open(Path dir, String name);

    /** Which schema is whose, on the server that all tests share. */
    private static final class Schemas {
        private static final AtomicInteger COUNT = new AtomicInteger();
        private static final Map<List<Object>, String> NAMES = new HashMap<>();
        private static final List<Database> OPEN = new ArrayList<>();

        /** So many databases keep connections for readers; older ones open new ones if they are asked again. */
        private static final int MAX_OPEN = 6;

        static synchronized Database open(Path dir, String name) {
            PostgresSettings settings =
                    new PostgresSettings(PostgresServer.shared().url(), "", "", Duration.ofSeconds(10));
            String schema = NAMES.computeIfAbsent(List.of(dir, name), key -> name + "_" + COUNT.incrementAndGet());
            Database database = new PostgresDatabase(settings, schema);
            OPEN.add(database);
            if (OPEN.size() > MAX_OPEN) {
                OPEN.remove(0).close();
            }
            return database;
        }
    }
}
