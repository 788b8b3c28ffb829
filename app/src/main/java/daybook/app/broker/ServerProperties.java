package daybook.app.broker;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the nodes are told. Each is broker and controller; everything listens on 127.0.0.1.
 *
 * @param ports of each node, in their order
 * @param password of the one user
 */
record ServerProperties(BrokerPlan plan, List<Ports> ports, String password) {
    private static final String HOST = "127.0.0.1";

    /** Where a node listens: for clients and other brokers, and for the controllers' own protocol. */
    record Ports(int client, int controller) {}

    String brokers() {
        return ports.stream().map(port -> HOST + ":" + port.client()).collect(Collectors.joining(","));
    }

    String of(int node) {
        BrokerFiles files = new BrokerFiles(plan.directory());
        Ports own = ports.get(node - 1);
        Map<String, String> settings = new TreeMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(node));
        settings.put("controller.quorum.voters", voters());
        settings.put(
                "listeners",
                "CLIENT://" + HOST + ":" + own.client() + ",CONTROLLER://" + HOST + ":" + own.controller());
        settings.put("advertised.listeners", "CLIENT://" + HOST + ":" + own.client());
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("inter.broker.listener.name", "CLIENT");
        settings.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,CLIENT:" + plan.clientProtocol());
        settings.put("log.dirs", files.data(node).toString());
        settings.put("auto.create.topics.enable", "false");
        settings.putAll(small());
        settings.putAll(replication());
        plan.mechanism().ifPresent(mechanism -> settings.putAll(sasl(mechanism)));
        if (plan.tls()) {
            settings.putAll(tls(files));
        }
        settings.putAll(plan.more());
        return settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().replace("\\", "\\\\"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private String voters() {
        return IntStream.range(0, ports.size())
                .mapToObj(i -> (i + 1) + "@" + HOST + ":" + ports.get(i).controller())
                .collect(Collectors.joining(","));
    }

    /** Kafka's defaults are those of a large cluster: 50 partitions of offsets, 128 MB for the cleaner, three seconds until a group starts. */
    private static Map<String, String> small() {
        return Map.ofEntries(
                Map.entry("offsets.topic.num.partitions", "3"),
                Map.entry("transaction.state.log.num.partitions", "3"),
                Map.entry("share.coordinator.state.topic.num.partitions", "3"),
                Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
                Map.entry("log.cleaner.threads", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("group.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.min.heartbeat.interval.ms", "100"),
                Map.entry("group.share.min.record.lock.duration.ms", "1000"),
                // After kill -9 the dead registration has to end before the new one counts.
                Map.entry("broker.session.timeout.ms", "3000"),
                Map.entry("broker.heartbeat.interval.ms", "500"));
    }

    private Map<String, String> replication() {
        String copies = Integer.toString(plan.nodes());
        String inSync = plan.nodes() == 1 ? "1" : "2";
        return Map.of(
                "default.replication.factor", copies,
                "min.insync.replicas", inSync,
                "offsets.topic.replication.factor", copies,
                "transaction.state.log.replication.factor", copies,
                "transaction.state.log.min.isr", inSync,
                "share.coordinator.state.topic.replication.factor", copies,
                "share.coordinator.state.topic.min.isr", inSync);
    }

    private Map<String, String> sasl(String mechanism) {
        String name = mechanism.toUpperCase(java.util.Locale.ROOT);
        String login = "username=\"" + BrokerPlan.USER + "\" password=\"" + password + "\"";
        String module = mechanism.equals("plain")
                ? "org.apache.kafka.common.security.plain.PlainLoginModule required " + login + " user_"
                        + BrokerPlan.USER + "=\"" + password + "\";"
                : "org.apache.kafka.common.security.scram.ScramLoginModule required " + login + ";";
        return Map.of(
                "sasl.enabled.mechanisms",
                name,
                "sasl.mechanism.inter.broker.protocol",
                name,
                "listener.name.client." + mechanism + ".sasl.jaas.config",
                module);
    }

    private Map<String, String> tls(BrokerFiles files) {
        return Map.of(
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                files.keyStore().toString(),
                "ssl.keystore.password",
                password,
                "ssl.key.password",
                password,
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                files.authority().toString());
    }
}
