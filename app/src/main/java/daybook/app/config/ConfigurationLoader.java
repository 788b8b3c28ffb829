package daybook.app.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the configuration once: flags over environment over file over default. Everything that is written down must be right,
 * also what another source overrides.
 */
public final class ConfigurationLoader {
    private static final long MAX_FILE_BYTES = 1 << 20;
    private static final String FILE_SUFFIX = "_FILE";

    private final Map<String, String> environment;

    public ConfigurationLoader(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Puts the sources together.
     *
     * @param flags setting to what the command line said, with the flag's name
     * @param file the properties file, or empty for {@code DAYBOOK_CONFIG}, or none
     * @throws daybook.app.Failure with exit code 2 if anything is wrong
     */
    public Configuration load(Map<Setting, Flag> flags, Optional<Path> file) {
        Map<Setting, Configuration.Value> values = new LinkedHashMap<>();
        for (Setting setting : Catalog.all()) {
            values.put(setting, new Configuration.Value(setting.initial(), Origin.DEFAULT));
        }
        values.putAll(fromFile(file.or(() -> Optional.ofNullable(environment.get("DAYBOOK_CONFIG"))
                .filter(name -> !name.isEmpty())
                .map(Path::of))));
        fromEnvironment().forEach((setting, value) -> {
            values.keySet().removeIf(known -> known.key().equals(setting.key())); // passed on: made anew by each source
            values.put(setting, value);
        });
        flags.forEach((setting, flag) -> values.put(setting, checked(setting, flag.value(), Origin.flag(flag.name()))));
        return new Configuration(values);
    }

    /** What a flag said. */
    public record Flag(String name, String value) {}

    private Map<Setting, Configuration.Value> fromFile(Optional<Path> file) {
        Map<Setting, Configuration.Value> values = new LinkedHashMap<>();
        if (file.isEmpty()) {
            return values;
        }
        List<String> lines = lines(file.get());
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                readLine(values, line, Origin.file(file.get(), i + 1));
            }
        }
        return values;
    }

    private void readLine(Map<Setting, Configuration.Value> values, String line, Origin origin) {
        int equals = line.indexOf('=');
        if (equals < 1) {
            throw BadConfiguration.line(origin, line);
        }
        String key = line.substring(0, equals).strip();
        String value = line.substring(equals + 1).strip();
        Optional<Setting> asFile = Catalog.byKey(key.endsWith(".file") ? key.substring(0, key.length() - 5) : "")
                .filter(Setting::secret);
        Setting setting = asFile.or(() -> Catalog.byKey(key))
                .or(() -> PassedOn.byKey(key, origin))
                .orElseThrow(() -> BadConfiguration.unknown(key, origin, nearestKey(key)));
        for (Map.Entry<Setting, Configuration.Value> earlier : values.entrySet()) {
            if (earlier.getKey().key().equals(setting.key())) {
                throw BadConfiguration.twice(key, earlier.getValue().origin(), origin);
            }
        }
        values.put(setting, checked(setting, asFile.isPresent() ? secretIn(setting, value, origin) : value, origin));
    }

    private static String nearestKey(String key) {
        List<String> known =
                new ArrayList<>(Catalog.all().stream().map(Setting::key).toList());
        if (key.startsWith("kafka.")) {
            known.addAll(PassedOn.keys());
        }
        return Nearest.of(key, known);
    }

    private Map<Setting, Configuration.Value> fromEnvironment() {
        Map<Setting, Configuration.Value> values = new LinkedHashMap<>();
        environment.keySet().stream().sorted().forEach(variable -> {
            String value = environment.getOrDefault(variable, "");
            Optional<Setting> ours = Catalog.byVariable(variable);
            Optional<Setting> asFile = variable.endsWith(FILE_SUFFIX)
                    ? Catalog.byVariable(variable.substring(0, variable.length() - FILE_SUFFIX.length()))
                            .filter(Setting::secret)
                    : Optional.empty();
            Optional<Setting> direct = ours.isPresent() || asFile.isPresent() || !Catalog.claims(variable)
                    ? ours
                    : PassedOn.byVariable(variable, Origin.environment(variable));
            if (direct.isEmpty() && asFile.isEmpty() && Catalog.claims(variable)) {
                String nearest = nearestKey(variable.toLowerCase(Locale.ROOT).replace('_', '.'));
                throw BadConfiguration.unknown(
                        variable,
                        Origin.environment(variable),
                        nearest.toUpperCase(Locale.ROOT).replace('.', '_'));
            }
            if (!value.isEmpty()) { // KAFKA_BROKERS= in a container file means "not set"
                Origin origin = Origin.environment(variable);
                direct.ifPresent(setting -> putOnce(values, setting, checked(setting, value, origin)));
                asFile.ifPresent(setting ->
                        putOnce(values, setting, checked(setting, secretIn(setting, value, origin), origin)));
            }
        });
        return values;
    }

    private static void putOnce(Map<Setting, Configuration.Value> values, Setting setting, Configuration.Value value) {
        Configuration.Value earlier = values.put(setting, value);
        if (earlier != null) {
            throw BadConfiguration.twice(setting.key(), earlier.origin(), value.origin());
        }
    }

    private static Configuration.Value checked(Setting setting, String value, Origin origin) {
        if (!setting.type().accepts().test(value)) {
            throw BadConfiguration.value(setting, value, origin);
        }
        return new Configuration.Value(setting.type().plain().apply(value), origin);
    }

    private static String secretIn(Setting setting, String file, Origin origin) {
        try {
            return Files.readString(Path.of(file)).stripTrailing();
        } catch (IOException | java.nio.file.InvalidPathException unreadable) {
            throw BadConfiguration.usage(setting.key() + ": cannot read " + file
                    + " (expected: a file with the secret; " + origin.text() + ")");
        }
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw BadConfiguration.usage(file + ": too large (expected: at most " + MAX_FILE_BYTES + " bytes)");
            }
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException notText) {
            throw BadConfiguration.usage(file + ": not UTF-8 (expected: a properties file)");
        } catch (IOException unreadable) {
            throw BadConfiguration.usage(file + ": cannot be read (expected: a properties file)");
        }
    }
}
