package daybook.app.config;

import daybook.log.kafka.ClientSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The {@code kafka.*} keys that are not ours: settings of Kafka's client that are passed on to it. */
final class PassedOn {
    private static final String OURS = "kafka.";

    private PassedOn() {}

    /** The setting of a key, if it is one that is passed on. Throws a {@link daybook.app.Failure} if it is one that never is. */
    static Optional<Setting> byKey(String key, Origin origin) {
        if (!key.startsWith(OURS)) {
            return Optional.empty();
        }
        String name = key.substring(OURS.length());
        String refusal = ClientSettings.refusal(name);
        if (!refusal.isEmpty()) {
            throw BadConfiguration.usage(key + ": cannot be set (" + refusal + "; " + origin.text() + ")");
        }
        return ClientSettings.names().contains(name) ? Optional.of(setting(name)) : Optional.empty();
    }

    /** The same by the name of an environment variable, in which every dot is an underscore. */
    static Optional<Setting> byVariable(String variable, Origin origin) {
        if (!variable.startsWith("KAFKA_")) {
            return Optional.empty();
        }
        return byKey(variable.toLowerCase(Locale.ROOT).replace('_', '.'), origin);
    }

    /** What a misspelt key may have been meant to be. */
    static List<String> keys() {
        return ClientSettings.names().stream().map(name -> OURS + name).toList();
    }

    private static Setting setting(String name) {
        ValueType text = ValueType.matching("1 to 4,096 characters", "[\\s\\S]{1,4096}");
        return new Setting(OURS + name, "", "passed on to Kafka's client", ClientSettings.isSecret(name), text);
    }
}
