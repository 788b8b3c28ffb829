package daybook.log.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.log.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.metadata.storage.Formatter;
import org.opentest4j.TestAbortedException;

/**
 * A real one-node KRaft broker in a process of its own, from the jars on the tests' class path: a free port, a temporary
 * directory, the internal topics small, sessions short. It dies with the tests.
 */
public final class Broker implements AutoCloseable {
    private static final String CLUSTER_ID = "4L6g3nShT-eMCtK--X86sw";
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final Path directory;
    private final int port;
    private Process process;

    private Broker(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /** A broker; without one the test is skipped, or fails where {@code KAFKA_REQUIRED=1}. */
    public static Broker startOrSkip() {
        try {
            return start();
        } catch (IOException | IllegalStateException e) {
            if ("1".equals(System.getenv("KAFKA_REQUIRED"))) {
                throw new AssertionError("no broker, and KAFKA_REQUIRED=1", e);
            }
            throw new TestAbortedException("no broker: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("broker: interrupted (expected: started)", e);
        }
    }

    public static Broker start() throws IOException, InterruptedException {
        return start(Map.of());
    }

    /**
     * @param more settings that replace the usual ones
     * @throws IllegalStateException with the end of its output if it does not come up
     */
    public static Broker start(Map<String, String> more) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("daybook-broker");
        int port = FreePort.next();
        Path settings = directory.resolve("server.properties");
        Files.writeString(settings, settings(directory, port, FreePort.next(), more));
        format(directory.resolve("data"));
        Broker broker = new Broker(directory, port, run(directory, settings.toString()));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-end"));
        broker.awaitStarted();
        return broker;
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    /** SIGKILL, and up again on the same port and files. */
    public void killAndRestart() throws IOException, InterruptedException {
        kill();
        restart();
    }

    /** SIGKILL, and it stays away until {@link #restart}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM: it hands over what it leads and closes its files. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** Up again on the same port and files, whatever they hold by now. */
    public void restart() throws IOException, InterruptedException {
        process = run(directory, directory.resolve("server.properties").toString());
        awaitStarted();
    }

    /** Where a stopped broker's records lie: to be copied, or put back to what they were. */
    public Path data() {
        return directory.resolve("data");
    }

    /** SIGSTOP: connections stay open, nothing is answered. */
    public void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    public void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            if (!Files.exists(directory)) {
                return; // the end of the process, after the end of the test
            }
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStarted() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_LIMIT_NS;
        while (!output().contains("Kafka Server started")) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                String said = output();
                close();
                throw new IllegalStateException(
                        "the broker did not start:\n" + said.substring(Math.max(0, said.length() - 4_000)));
            }
        }
    }

    /** What {@code kafka-storage format} does, without a process of its own. */
    private static void format(Path data) {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
                    .setNodeId(1)
                    .setClusterId(CLUSTER_ID)
                    .addDirectory(data.toString())
                    .setMetadataLogDirectory(data.toString())
                    .setControllerListenerName("CONTROLLER")
                    .run();
        } catch (Exception e) { // as the formatter declares it
            throw new IllegalStateException("the broker's directory could not be formatted: " + data, e);
        }
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("broker.log"));
    }

    private static Process run(Path directory, String settings) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms32m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dkafka.log.level=INFO",
                "-cp",
                System.getProperty("java.class.path", ""),
                "kafka.Kafka",
                settings);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("broker.log").toFile())
                .start();
    }

    private static String settings(Path directory, int port, int controllerPort, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controllerPort),
                Map.entry("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT"),
                Map.entry("log.dirs", directory.resolve("data").toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.num.partitions", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("group.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.min.session.timeout.ms", "2000"),
                Map.entry("group.consumer.min.heartbeat.interval.ms", "100"),
                Map.entry("group.consumer.heartbeat.interval.ms", "200"),
                Map.entry("group.consumer.session.timeout.ms", "2500"),
                Map.entry("group.consumer.assignment.interval.ms", "0"),
                Map.entry("group.share.min.record.lock.duration.ms", "1000"),
                Map.entry("group.share.min.heartbeat.interval.ms", "100"),
                Map.entry("group.share.heartbeat.interval.ms", "200"),
                Map.entry("group.share.assignment.interval.ms", "0"),
                Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
                Map.entry("log.cleaner.threads", "1"),
                // After kill -9 the dead registration has to end before the new one counts.
                Map.entry("broker.session.timeout.ms", "1500"),
                Map.entry("broker.heartbeat.interval.ms", "500")));
        settings.putAll(more);
        return settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("\n"));
    }
}
