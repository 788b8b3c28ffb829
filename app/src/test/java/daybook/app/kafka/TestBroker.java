package daybook.app.kafka;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import daybook.app.chaos.Outage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The real broker that all tests of this process share, started as {@code daybook broker start} does. A test that kills or pauses
 * one starts its own: {@link #start}.
 */
public final class TestBroker implements AutoCloseable {
    private static final AtomicInteger PREFIXES = new AtomicInteger();
    private static @Nullable TestBroker shared;

    private final Path directory;
    private final LocalBroker broker;
    private final Map<String, String> settings;
    private BrokerState state;

    private TestBroker(BrokerPlan plan) {
        this.directory = plan.directory();
        this.broker = new LocalBroker(directory, line -> {});
        this.settings = plan.more();
        this.state = broker.start(plan);
    }

    /** The shared one; without one the test is skipped, or fails where {@code KAFKA_REQUIRED=1}. */
    public static synchronized TestBroker shared() {
        if (shared == null) {
            shared = start(Map.of());
        }
        return shared;
    }

    /** One of a test's own. */
    public static TestBroker start(Map<String, String> more) {
        try {
            return start(BrokerPlan.plain(Files.createTempDirectory("daybook-broker"))
                    .withMore(more));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of a test's own, with whatever it is to have. */
    public static TestBroker start(BrokerPlan plan) {
        try {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "broker.session.timeout.ms", "1500",
                    // A worker of a share group has its first record after one heartbeat: 5 s otherwise.
                    "group.share.min.heartbeat.interval.ms", "100",
                    "group.share.heartbeat.interval.ms", "200",
                    "group.share.assignment.interval.ms", "0"));
            settings.putAll(plan.more());
            TestBroker started = new TestBroker(plan.withMore(settings));
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "broker-end"));
            return started;
        } catch (RuntimeException e) {
            if ("1".equals(System.getenv("KAFKA_REQUIRED"))) {
                throw new AssertionError("no broker, and KAFKA_REQUIRED=1", e);
            }
            assumeTrue(false, "no broker: " + e.getMessage());
            throw e;
        }
    }

    public String address() {
        return state.brokers();
    }

    /** The environment of a program that uses it, with topics and groups of its own. */
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(state.environment());
        String name = "t" + PREFIXES.incrementAndGet();
        environment.put("KAFKA_TOPIC_PREFIX", name + ".");
        environment.put("KAFKA_GROUP", name);
        return environment;
    }

    /** SIGSTOP: connections stay open, nothing is answered. */
    public void pause() {
        signal("-STOP");
    }

    public void resume() {
        signal("-CONT");
    }

    /** SIGKILL. */
    public void kill() {
        processes().forEach(ProcessHandle::destroyForcibly);
        processes().forEach(process -> process.onExit().join());
    }

    /** SIGTERM, and wait. */
    public void stop() {
        broker.stop();
    }

    /** Goes away in one of three ways. */
    public void away(Outage.Kind kind) {
        switch (kind) {
            case STOP -> stop();
            case KILL -> kill();
            case FREEZE -> pause();
        }
    }

    /** Comes back from {@link #away}. */
    public void back(Outage.Kind kind) {
        switch (kind) {
            case STOP, KILL -> restart();
            case FREEZE -> resume();
        }
    }

    /** Up again on the same port and files. */
    public void restart() {
        int port = Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
        state = broker.start(new BrokerPlan(directory, port, 1, java.util.Optional.empty(), false, settings));
    }

    /** Keeps a copy of what a stopped broker has on its disk. */
    public void copyTo(Path folder) {
        copy(data(), folder);
    }

    /** Gives a stopped broker the disk of an earlier time. */
    public void putBack(Path folder) {
        delete(data());
        copy(folder, data());
    }

    @Override
    public void close() {
        kill();
        if (!Files.exists(directory)) {
            return; // the end of the process, after the end of the test
        }
        delete(directory);
    }

    private Path data() {
        return directory.resolve("node-1").resolve("data");
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private java.util.List<ProcessHandle> processes() {
        return state.processes().stream()
                .flatMap(node -> ProcessHandle.of(node.pid()).stream())
                .toList();
    }

    private void signal(String signal) {
        for (ProcessHandle process : processes()) {
            try {
                new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
