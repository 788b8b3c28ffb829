package daybook.log.kafka;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How a cluster and its clients make sure of each other. Certificates and host names are always verified; there is no way back to
 * an open connection from here.
 *
 * @param tls whether the connection is encrypted and the broker shows a certificate
 * @param login who we are, if the cluster asks
 */
public record KafkaSecurity(boolean tls, Optional<Login> login) {
    /** Nobody asks, nobody hides. */
    public static final KafkaSecurity NONE = new KafkaSecurity(false, Optional.empty());

    /** How a password is shown to be known. */
    public enum Mechanism {
        /** By sending it: only over TLS. */
        PLAIN("PLAIN", "org.apache.kafka.common.security.plain.PlainLoginModule"),
        SCRAM_SHA_256("SCRAM-SHA-256", "org.apache.kafka.common.security.scram.ScramLoginModule"),
        SCRAM_SHA_512("SCRAM-SHA-512", "org.apache.kafka.common.security.scram.ScramLoginModule");

        private final String text;
        private final String module;

        Mechanism(String text, String module) {
            this.text = text;
            this.module = module;
        }

        /** By its name in any case, also with underscores. Throws an {@link IllegalArgumentException} that names the choices. */
        public static Mechanism of(String name) {
            String wanted = name.toUpperCase(Locale.ROOT).replace('_', '-');
            for (Mechanism mechanism : values()) {
                if (mechanism.text.equals(wanted)) {
                    return mechanism;
                }
            }
            throw new IllegalArgumentException(
                    "sasl.mechanism: " + name + " (expected: plain|scram-sha-256|scram-sha-512)");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A user and a password, which is never printed. */
    public record Login(Mechanism mechanism, String username, String password) {
        public Login {
            if (username.isEmpty() || password.isEmpty()) {
                throw new IllegalArgumentException("username, password: empty (expected: both)");
            }
        }

        @Override
        public String toString() {
            return username + " by " + mechanism;
        }

        private String jaas() {
            return mechanism.module + " required username=" + quoted(username) + " password=" + quoted(password) + ";";
        }

        private static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    public KafkaSecurity {
        if (!tls && login.isPresent() && login.get().mechanism() == Mechanism.PLAIN) {
            throw new IllegalArgumentException(
                    "sasl.mechanism: plain without tls (expected: tls, or a scram mechanism)");
        }
    }

    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("security.protocol", (login.isPresent() ? "SASL_" : "") + (tls ? "SSL" : "PLAINTEXT"));
        login.ifPresent(who -> {
            properties.put("sasl.mechanism", who.mechanism().toString());
            properties.put("sasl.jaas.config", who.jaas());
        });
        if (tls) {
            properties.put("ssl.endpoint.identification.algorithm", "https");
        }
        return properties;
    }
}
