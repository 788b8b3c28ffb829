package daybook.app.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The broker that is wanted.
 *
 * @param directory where it keeps everything, and nobody else anything
 * @param port for clients, on 127.0.0.1; 0 = pick one. A second and third node take free ones
 * @param nodes 1 or 3
 * @param mechanism how clients authenticate: {@code scram-sha-256}, {@code scram-sha-512} or, with TLS, {@code plain}
 * @param tls whether clients speak TLS
 * @param more settings of the broker that replace ours
 */
public record BrokerPlan(
        Path directory, int port, int nodes, Optional<String> mechanism, boolean tls, Map<String, String> more) {
    /** The one user of a broker that asks for one. Its password is made with the broker. */
    public static final String USER = "daybook";

    public BrokerPlan {
        more = Map.copyOf(more);
        if (nodes != 1 && nodes != 3) {
            throw new IllegalArgumentException("nodes: " + nodes + " (expected: 1 or 3)");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0..65535)");
        }
        if (mechanism.isPresent() && mechanism.get().equals("plain") && !tls) {
            throw new IllegalArgumentException(
                    "sasl: plain sends the password as it is (expected: with --tls, or scram-sha-512)");
        }
    }

    /** One node, open to whoever is on this machine, on a port of its own choice. */
    public static BrokerPlan plain(Path directory) {
        return new BrokerPlan(directory, 0, 1, Optional.empty(), false, Map.of());
    }

    public BrokerPlan withMore(Map<String, String> settings) {
        return new BrokerPlan(directory, port, nodes, mechanism, tls, settings);
    }

    String clientProtocol() {
        return (mechanism.isPresent() ? "SASL_" : "") + (tls ? "SSL" : "PLAINTEXT");
    }
}
