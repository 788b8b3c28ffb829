package daybook.log.kafka;

import daybook.log.LogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/**
 * The two steps of every connection to Kafka, taken before a client is built: to a configured address, and from there to the
 * addresses that the brokers advertise. Each step ends within four seconds.
 */
public final class Preflight {
    private final KafkaCluster cluster;
    private final Optional<SSLContext> tls;

    /** Throws an {@link IllegalArgumentException} if a certificate store cannot be read. */
    public Preflight(KafkaCluster cluster) {
        this.cluster = cluster;
        this.tls = cluster.security().tls() ? Optional.of(context(cluster)) : Optional.empty();
    }

    /** Which of the two steps. */
    public enum Step {
        /** To an address that was configured. */
        BOOTSTRAP,
        /** To an address that a broker told us. */
        ADVERTISED
    }

    /**
     * What one step to one address found.
     *
     * @param what as the rest of a sentence that begins with the address
     * @param expected "" where all is well
     */
    public record Finding(Step step, String address, LogException.Kind kind, String what, String expected) {
        public boolean ok() {
            return expected.isEmpty();
        }
    }

    /** Both steps, to every address. */
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        Map<String, BrokerPort.Advertised> advertised = new java.util.LinkedHashMap<>();
        for (String broker : cluster.brokers()) {
            try (BrokerPort port = BrokerPort.open(broker, tls)) {
                port.greet();
                if (cluster.security().login().isPresent()) {
                    port.logIn(cluster.security().login().get());
                }
                List<BrokerPort.Advertised> told = port.advertised();
                told.forEach(one -> advertised.put(one.address(), one));
                findings.add(fine(Step.BOOTSTRAP, broker, "answers, and names " + told.size() + " brokers"));
            } catch (RefusedConnection refused) {
                findings.add(finding(Step.BOOTSTRAP, broker, refused, refused.what(), refused.expected()));
            }
        }
        advertised.values().forEach(one -> findings.add(reached(one)));
        return findings;
    }

    /** @throws LogException if neither of the two steps leads anywhere, with the reason of each address, in one line */
    void require() {
        List<Finding> findings = examine();
        boolean usable = findings.stream().anyMatch(found -> found.step() == Step.ADVERTISED && found.ok());
        if (usable) {
            return;
        }
        List<Finding> wrong = findings.stream().filter(found -> !found.ok()).toList();
        if (wrong.isEmpty()) { // it answers and names no broker: none of them is up yet
            throw new LogException(
                    LogException.Kind.UNAVAILABLE, cluster + " has no broker that is up (expected: at least one)");
        }
        String told = wrong.stream()
                .map(found -> found.address() + " " + found.what())
                .collect(Collectors.joining(", "));
        Finding last = wrong.get(wrong.size() - 1);
        throw new LogException(
                last.kind(), "Kafka cannot be used from here: " + told + " (expected: " + last.expected() + ")");
    }

    /**
     * Looks whether somebody there speaks TLS. Who does says so at once, so that a broker that is silent is not waited for: this comes
     * on top of a call's deadline.
     *
     * @param until the end of all waiting
     * @throws LogException if we do not speak TLS and somebody there does: a client would die of it. Silent about all else
     */
    void requireNoTlsSurprise(Deadline until) {
        if (tls.isPresent()) {
            return;
        }
        for (String broker : cluster.brokers()) {
            if (until.left().toMillis() < 1) {
                return;
            }
            try (BrokerPort port = BrokerPort.open(broker, tls, until.left())) {
                port.greet();
                return;
            } catch (RefusedConnection refused) {
                if (refused.what().startsWith("speaks TLS")) {
                    throw new LogException(
                            refused.kind(),
                            "Kafka cannot be used from here: " + broker + " " + refused.what() + " (expected: "
                                    + refused.expected() + ")");
                }
            }
        }
    }

    private Finding reached(BrokerPort.Advertised one) {
        try (BrokerPort port = BrokerPort.open(one.address(), tls)) {
            port.greet();
            return fine(Step.ADVERTISED, one.address(), "is what broker " + one.broker() + " advertises, and answers");
        } catch (RefusedConnection refused) {
            return finding(
                    Step.ADVERTISED,
                    one.address(),
                    refused,
                    "is what broker " + one.broker() + " advertises, and " + refused.what(),
                    refused.kind() == LogException.Kind.DENIED
                            ? refused.expected()
                            : "advertised.listeners of that broker with an address that can be reached from here");
        }
    }

    private static Finding fine(Step step, String address, String what) {
        return new Finding(step, address, LogException.Kind.UNAVAILABLE, what, "");
    }

    private static Finding finding(Step step, String address, RefusedConnection refused, String what, String expected) {
        return new Finding(step, address, refused.kind(), what, expected);
    }

    private static SSLContext context(KafkaCluster cluster) {
        Map<String, Object> properties = cluster.client().of(AdminClientConfig.configNames());
        properties.put("bootstrap.servers", cluster.brokers());
        try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
            factory.configure(new AdminClientConfig(properties).values());
            return factory.sslContext();
        } catch (KafkaException unreadable) {
            Throwable deepest = unreadable;
            while (deepest.getCause() != null) {
                deepest = deepest.getCause();
            }
            throw new IllegalArgumentException(
                    "ssl.truststore.location, ssl.keystore.location: cannot be read ("
                            + deepest.getClass().getSimpleName() + ": " + deepest.getMessage()
                            + "; expected: PEM or PKCS12 files and their passwords)",
                    unreadable);
        }
    }
}
