package daybook.app.broker;

import daybook.app.Json;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A broker that was started.
 *
 * @param processes one for each node
 * @param environment what a client of ours is told, by the names of its environment
 */
public record BrokerState(List<Node> processes, Map<String, String> environment) {
    /** The start time of a process as the kernel tells it moves by the clock's corrections; another process's is elsewhere. */
    private static final long SAME_START_MS = 2_000;

    public BrokerState {
        processes = List.copyOf(processes);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment)); // in their order, for people
    }

    /**
     * A node's process.
     *
     * @param startedMs when it started: pids are used again
     */
    public record Node(long pid, long startedMs) {
        static Node of(ProcessHandle process) {
            return new Node(process.pid(), started(process));
        }

        /** The process, if it still is the one that was started. */
        Optional<ProcessHandle> alive() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> Math.abs(started(process) - startedMs) <= SAME_START_MS);
        }

        private static long started(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        }
    }

    /** {@code host:port}, with commas. */
    public String brokers() {
        return environment.getOrDefault("KAFKA_BROKERS", "");
    }

    public boolean isAlive() {
        return !processes.isEmpty()
                && processes.stream().allMatch(node -> node.alive().isPresent());
    }

    boolean isAnyAlive() {
        return processes.stream().anyMatch(node -> node.alive().isPresent());
    }

    /** Empty if no broker was started, or it was stopped. */
    static Optional<BrokerState> read(Path file) {
        try {
            Map<String, Object> json = Json.object(Json.readOwn(Files.readAllBytes(file)));
            List<Node> nodes = new ArrayList<>();
            for (Object node : (List<?>) json.getOrDefault("processes", List.of())) {
                Map<String, Object> fields = Json.object(node);
                nodes.add(new Node(number(fields, "pid"), number(fields, "startedMs")));
            }
            Map<String, String> environment = new LinkedHashMap<>();
            Json.object(json.getOrDefault("environment", Map.of()))
                    .forEach((name, value) -> environment.put(name, String.valueOf(value)));
            return Optional.of(new BrokerState(nodes, environment));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        } catch (Json.Malformed | ClassCastException | NumberFormatException half) {
            return Optional.empty();
        }
    }

    void write(Path file) {
        List<Map<String, Object>> nodes = processes.stream()
                .map(node -> Json.fields("pid", node.pid(), "startedMs", node.startedMs()))
                .toList();
        PrivateFile.replace(file, Json.write(Json.fields("processes", nodes, "environment", environment)) + "\n");
    }

    private static long number(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Json.Numeral numeral ? Long.parseLong(numeral.text()) : 0;
    }
}
