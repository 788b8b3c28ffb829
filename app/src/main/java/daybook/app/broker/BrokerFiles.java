package daybook.app.broker;

import java.nio.file.Path;

/**
 * What lies where in a broker's directory.
 *
 * <pre>
 *  broker.json   the running processes and what a client needs to reach them; gone when stopped
 *  cluster.id    of the formatted nodes
 *  password      of the user {@code daybook}, 0600
 *  tls/          the authority and the broker's certificate
 *  node-N/       server.properties, broker.log, data/
 * </pre>
 */
record BrokerFiles(Path directory) {
    Path state() {
        return directory.resolve("broker.json");
    }

    Path lock() {
        return directory.resolve("lock");
    }

    Path clusterId() {
        return directory.resolve("cluster.id");
    }

    Path password() {
        return directory.resolve("password");
    }

    Path logging() {
        return directory.resolve("logback.xml");
    }

    Path tls() {
        return directory.resolve("tls");
    }

    Path authority() {
        return tls().resolve("ca.pem");
    }

    Path keyStore() {
        return tls().resolve("broker.p12");
    }

    Path node(int node) {
        return directory.resolve("node-" + node);
    }

    Path settings(int node) {
        return node(node).resolve("server.properties");
    }

    Path data(int node) {
        return node(node).resolve("data");
    }

    Path log(int node) {
        return node(node).resolve("broker.log");
    }
}
