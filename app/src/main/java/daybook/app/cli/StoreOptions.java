package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader;
import daybook.app.config.Setting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which venue is meant: the options of every command that touches a log or a store. */
final class StoreOptions {
    @Option(names = "--data", paramLabel = "DIR", description = "Data directory (default: data).")
    private @Nullable String data;

    @Option(
            names = "--log",
            paramLabel = "LOG",
            description = "embedded or kafka (default: kafka if KAFKA_BROKERS is set).")
    private @Nullable String log;

    @Option(
            names = "--db",
            paramLabel = "URL",
            description =
                    "jdbc:postgresql://HOST/NAME or jdbc:sqlite:DIRECTORY (default: SQLite in the data directory).")
    private @Nullable String db;

    @Option(names = "--timeout", paramLabel = "D", description = "Wall-clock end of every network call (10s).")
    private @Nullable String timeout;

    @Option(names = "--config", paramLabel = "FILE", description = "Properties file (or DAYBOOK_CONFIG).")
    private @Nullable Path config;

    /** Refuses a place that the command has no use for: who names one expects that it is used. */
    void refuse(String command, boolean logToo) {
        if (db != null) {
            throw new Failure(ExitCode.USAGE, "--db: " + command + " keeps nothing in a database (expected: no --db)");
        }
        if (logToo && log != null) {
            throw new Failure(ExitCode.USAGE, "--log: " + command + " uses no log of yours (expected: no --log)");
        }
    }

    /** The configuration with these flags on top. */
    Configuration load(Console console) {
        return load(console, Map.of());
    }

    /** The configuration with these flags, and those of the command, on top. */
    Configuration load(Console console, Map<Setting, ConfigurationLoader.Flag> more) {
        return read(console, more);
    }

    private Configuration read(Console console, Map<Setting, ConfigurationLoader.Flag> more) {
        Map<Setting, ConfigurationLoader.Flag> flags = new LinkedHashMap<>(more);
        put(flags, Catalog.DATA, "--data", data);
        put(flags, Catalog.LOG, "--log", log);
        put(flags, Catalog.DB, "--db", db);
        put(flags, Catalog.TIMEOUT_ALL, "--timeout", timeout);
        return new ConfigurationLoader(console.environment()).load(flags, Optional.ofNullable(config));
    }

    static void put(
            Map<Setting, ConfigurationLoader.Flag> flags, Setting setting, String flag, @Nullable Object value) {
        if (value != null) {
            flags.put(setting, new ConfigurationLoader.Flag(flag, value.toString()));
        }
    }
}
