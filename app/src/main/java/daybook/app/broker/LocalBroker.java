package daybook.app.broker;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.PrivateFile;
import daybook.app.config.ConfigurationLoader;
import daybook.app.kafka.KafkaConnection;
import daybook.journal.DiskException;
import daybook.journal.DiskLock;
import daybook.journal.FileDisk;
import daybook.log.LogException;
import daybook.log.kafka.KafkaLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts, stops and looks at the broker of a directory. Not safe for many threads; several processes lock each other out. */
public final class LocalBroker {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final long REST_MS = 50;

    private final BrokerFiles files;
    private final Consumer<String> progress;

    /** @param progress told in a line what takes long */
    public LocalBroker(Path directory, Consumer<String> progress) {
        this.files = new BrokerFiles(directory.toAbsolutePath().normalize());
        this.progress = progress;
    }

    /** What was started here and not stopped, whether or not it still lives. */
    public Optional<BrokerState> state() {
        return BrokerState.read(files.state());
    }

    /** Where the output of the first node goes. */
    public Path log() {
        return files.log(1);
    }

    /** Whether a client can use it now. */
    public boolean isUsable(BrokerState state) {
        return whyUnusable(state).isEmpty();
    }

    /**
     * Starts it, and comes back when a client has used it. Throws a {@link Failure}: 5 if another start is under way, 69 if Kafka's
     * jars cannot be had, 1 with what the broker said if it does not come up.
     */
    public BrokerState start(BrokerPlan plan) {
        makeDirectory(files.directory());
        try (DiskLock only = lock()) {
            Optional<BrokerState> running = state().filter(BrokerState::isAnyAlive);
            if (running.isPresent()) {
                return running.get();
            }
            BrokerJars jars = BrokerJars.ofThisProgram();
            NodeProcess node = new NodeProcess(
                    files, jars, jars.classPath(() -> progress.accept("fetching Kafka's jars (once; about 45 MB)")));
            ServerProperties properties = prepare(plan);
            format(node, properties);
            return run(node, properties);
        }
    }

    /**
     * Stops what was started here: SIGTERM, and a wait with an end.
     *
     * @return whether there was something to stop
     */
    public boolean stop() {
        Optional<BrokerState> state = state();
        if (state.isEmpty()) {
            return false;
        }
        List<ProcessHandle> living = state.get().processes().stream()
                .flatMap(node -> node.alive().stream())
                .toList();
        living.forEach(ProcessHandle::destroy);
        long end = System.nanoTime() + STOP_LIMIT.toNanos();
        while (living.stream().anyMatch(ProcessHandle::isAlive)) {
            if (System.nanoTime() > end) {
                long pid = living.stream()
                        .filter(ProcessHandle::isAlive)
                        .findFirst()
                        .orElseThrow()
                        .pid();
                throw new Failure(
                        ExitCode.UNREACHABLE,
                        "process " + pid + " has not ended " + STOP_LIMIT.toSeconds() + " s after SIGTERM (its log: "
                                + log() + "; kill -9 " + pid + " ends it, and the next start recovers)");
            }
            rest();
        }
        delete(files.state());
        NodeProcess.keepArchive(files);
        return !living.isEmpty();
    }

    private BrokerState run(NodeProcess node, ServerProperties properties) {
        List<Process> processes = new ArrayList<>();
        for (int n = 1; n <= properties.plan().nodes(); n++) {
            processes.add(node.start(n));
        }
        BrokerState state = new BrokerState(
                processes.stream().map(p -> BrokerState.Node.of(p.toHandle())).toList(), environment(properties));
        state.write(files.state());
        try {
            awaitUsable(processes, state);
            return state;
        } catch (RuntimeException notUsable) {
            processes.forEach(Process::destroyForcibly);
            delete(files.state());
            throw notUsable;
        }
    }

    private void awaitUsable(List<Process> processes, BrokerState state) {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        Optional<String> why = Optional.of("");
        while (why.isPresent()) {
            for (int n = 1; n <= processes.size(); n++) {
                if (!processes.get(n - 1).isAlive()) {
                    throw new Failure(ExitCode.FAILURE, "the broker ended: " + NodeProcess.lastWords(files.log(n)));
                }
            }
            if (System.nanoTime() > end) {
                throw new Failure(
                        ExitCode.FAILURE,
                        "the broker is not usable after " + START_LIMIT.toSeconds() + " s: " + why.orElse("")
                                + " (its log: " + log() + ")");
            }
            why = started(processes.size()) ? whyUnusable(state) : Optional.of("it has not said that it started");
            if (why.isPresent()) {
                rest();
            }
        }
    }

    /** Asked before a client is: one that comes too early waits longer than the broker takes. */
    private boolean started(int nodes) {
        for (int n = 1; n <= nodes; n++) {
            if (!NodeProcess.hasStarted(files.log(n))) {
                return false;
            }
        }
        return true;
    }

    private static Optional<String> whyUnusable(BrokerState state) {
        try (KafkaLog log =
                KafkaConnection.open(new ConfigurationLoader(state.environment()).load(Map.of(), Optional.empty()))) {
            int there = log.reachableBrokers();
            return there == state.processes().size()
                    ? Optional.empty()
                    : Optional.of(there + " of " + state.processes().size() + " nodes are there");
        } catch (LogException notYet) {
            return Optional.of(String.valueOf(notYet.getMessage()));
        }
    }

    private ServerProperties prepare(BrokerPlan plan) {
        if (!Files.exists(files.password())) {
            byte[] secret = new byte[24];
            new SecureRandom().nextBytes(secret);
            PrivateFile.replace(
                    files.password(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret) + "\n");
        }
        String password = read(files.password());
        if (plan.tls()) {
            new Certificates(files, password).make();
        }
        List<ServerProperties.Ports> ports = new ArrayList<>();
        for (int n = 1; n <= plan.nodes(); n++) {
            ports.add(new ServerProperties.Ports(
                    n == 1 && plan.port() != 0 ? taken(plan.port()) : freePort(0), freePort(0)));
        }
        ServerProperties properties = new ServerProperties(plan, ports, password);
        for (int n = 1; n <= plan.nodes(); n++) {
            makeDirectory(files.node(n));
            PrivateFile.replace(files.settings(n), properties.of(n));
        }
        PrivateFile.replace(files.logging(), NodeProcess.LOGGING);
        return properties;
    }

    private void format(NodeProcess node, ServerProperties properties) {
        if (!Files.exists(files.clusterId())) {
            PrivateFile.replace(files.clusterId(), clusterId() + "\n");
        }
        String cluster = read(files.clusterId());
        for (int n = 1; n <= properties.plan().nodes(); n++) {
            if (!Files.exists(files.data(n).resolve("meta.properties"))) {
                progress.accept("formatting node " + n);
                node.format(n, cluster, properties.password());
            }
        }
    }

    private Map<String, String> environment(ServerProperties properties) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("KAFKA_BROKERS", properties.brokers());
        if (properties.plan().tls()) {
            environment.put("KAFKA_TLS", "true");
            environment.put("KAFKA_SSL_TRUSTSTORE_LOCATION", files.authority().toString());
        }
        properties.plan().mechanism().ifPresent(mechanism -> {
            environment.put("KAFKA_SASL_MECHANISM", mechanism);
            environment.put("KAFKA_USERNAME", BrokerPlan.USER);
            environment.put("KAFKA_PASSWORD_FILE", files.password().toString());
        });
        return environment;
    }

    private DiskLock lock() {
        try {
            return new FileDisk().lock(files.lock());
        } catch (DiskException taken) {
            if (taken.kind() != DiskException.Kind.LOCKED) {
                throw taken;
            }
            throw new Failure(ExitCode.UNREACHABLE, files.directory() + ": another start is under way", taken);
        }
    }

    private static int taken(int port) {
        try {
            return freePort(port);
        } catch (UncheckedIOException taken) {
            throw new Failure(
                    ExitCode.FAILURE, "port " + port + " is taken (expected: a free one, or --port 0)", taken);
        }
    }

    private static int freePort(int wanted) {
        try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            throw new UncheckedIOException("port " + wanted, taken);
        }
    }

    /** 16 random bytes, as Kafka writes its ids: none begins with a dash, which its tools would take for an option. */
    private static String clusterId() {
        String id = "-";
        while (id.startsWith("-")) {
            UUID random = UUID.randomUUID();
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(random.getMostSignificantBits())
                    .putLong(random.getLeastSignificantBits())
                    .array();
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        }
        return id;
    }

    private static void makeDirectory(Path directory) {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException refused) {
            throw new Failure(ExitCode.FAILURE, directory + ": cannot be made", refused);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException refused) {
            throw new UncheckedIOException(file + ": cannot be deleted", refused);
        }
    }

    private static void rest() {
        try {
            Thread.sleep(REST_MS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCode.INTERRUPTED, "interrupted", stopped);
        }
    }
}
