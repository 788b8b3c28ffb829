package daybook.log.kafka;

import daybook.log.LogException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a cluster is, and how one gets in.
 *
 * @param brokers {@code host:port} each, at least one; where the client asks first. An IPv6 address stands in brackets
 * @param client settings of Kafka's own client, checked
 */
public record KafkaCluster(List<String> brokers, KafkaSecurity security, ClientSettings client) {

    public KafkaCluster {
        brokers = List.copyOf(brokers);
        if (brokers.isEmpty()) {
            throw new IllegalArgumentException("brokers: none (expected: host:port)");
        }
        brokers.forEach(KafkaCluster::checkAddress);
    }

    /** A cluster that lets anybody in. */
    public static KafkaCluster plaintext(List<String> brokers) {
        return new KafkaCluster(brokers, KafkaSecurity.NONE, ClientSettings.NONE);
    }

    @Override
    public String toString() {
        return "Kafka " + String.join(",", brokers);
    }

    /** @throws LogException of kind UNAVAILABLE if none of the names resolves now: a typing error, or DNS is away like a broker may be */
    void requireAName() {
        boolean none = brokers.stream().allMatch(broker -> new InetSocketAddress(host(broker), 1).isUnresolved());
        if (none) {
            throw new LogException(
                    LogException.Kind.UNAVAILABLE, this + ": does not resolve (expected: the name of a broker)");
        }
    }

    private static String host(String broker) {
        return broker.substring(0, broker.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    private static void checkAddress(String broker) {
        int colon = broker.lastIndexOf(':');
        String port = broker.substring(colon + 1);
        boolean good = colon > 0 && port.matches("\\d{1,5}");
        if (!good || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("brokers: " + broker + " (expected: host:port, port 1..65535)");
        }
    }
}
