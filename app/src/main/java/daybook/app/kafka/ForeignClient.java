package daybook.app.kafka;

import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.lab.check.TopicCheck;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The configuration as the settings of Kafka's own client, for a checker that must not share the venue's way to the cluster. What
 * is wrong in {@link KafkaConnection} is not wrong here too.
 */
public final class ForeignClient {
    private ForeignClient() {}

    /** The topic as the foreign reader finds it. */
    public static TopicCheck.Cluster cluster(Configuration configuration, String topic) {
        return new TopicCheck.Cluster(settings(configuration), topic, KafkaConnection.timeout(configuration));
    }

    /** Contains the password: to be handed to a client and shown to nobody. */
    static Map<String, Object> settings(Configuration configuration) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(
                "bootstrap.servers", String.join(",", KafkaConnection.brokers(configuration.text(Catalog.BROKERS))));
        boolean tls = configuration.flag(Catalog.TLS);
        boolean sasl = configuration.isSet(Catalog.MECHANISM);
        settings.put("security.protocol", (sasl ? "SASL_" : "") + (tls ? "SSL" : "PLAINTEXT"));
        if (sasl) {
            String mechanism = configuration.text(Catalog.MECHANISM);
            settings.put("sasl.mechanism", mechanism.toUpperCase(Locale.ROOT));
            settings.put(
                    "sasl.jaas.config",
                    module(mechanism) + " required username=" + quoted(configuration.text(Catalog.USERNAME))
                            + " password=" + quoted(configuration.text(Catalog.PASSWORD)) + ";");
        }
        configuration.passedOn().forEach((name, value) -> {
            if (name.startsWith("ssl.")) {
                settings.put(name, value);
            }
            if (name.endsWith("store.location")) {
                settings.putIfAbsent(name.replace(".location", ".type"), value.endsWith(".pem") ? "PEM" : "PKCS12");
            }
        });
        long timeoutMs = KafkaConnection.timeout(configuration).toMillis();
        settings.put("request.timeout.ms", (int) (timeoutMs / 2));
        settings.put("default.api.timeout.ms", (int) timeoutMs);
        return settings;
    }

    private static String module(String mechanism) {
        return "org.apache.kafka.common.security."
                + (mechanism.equals("plain") ? "plain.PlainLoginModule" : "scram.ScramLoginModule");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
