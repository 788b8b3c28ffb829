package daybook.app.chaos;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the broker of a directory go away and come back. */
public final class Outage {
    private final Path directory;
    private final LocalBroker broker;
    private final Kind kind;
    private final BrokerState state;

    /** How a broker goes away. Each looks different to its clients. */
    public enum Kind {
        /** SIGTERM: it says good-bye, connections are refused. */
        STOP,
        /** SIGKILL: connections are refused; it recovers its files afterwards. */
        KILL,
        /** SIGSTOP: connections stay open, nothing is answered. */
        FREEZE
    }

    /** Throws a {@link Failure} with exit code 3 if no broker was started there. */
    public Outage(Path directory, LocalBroker broker, Kind kind) {
        this.directory = directory;
        this.broker = broker;
        this.kind = kind;
        this.state = broker.state()
                .filter(BrokerState::isAlive)
                .orElseThrow(() -> new Failure(
                        ExitCode.NOT_FOUND,
                        directory + ": no broker runs here (expected: one of daybook broker start)"));
    }

    public void begin() {
        switch (kind) {
            case STOP -> broker.stop();
            case KILL ->
                processes().forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
                });
            case FREEZE -> processes().forEach(process -> signal("-STOP", process));
        }
    }

    /** Comes back when a client can use the broker again. */
    public void end() {
        switch (kind) {
            case STOP, KILL -> broker.start(plan());
            case FREEZE -> processes().forEach(process -> signal("-CONT", process));
        }
    }

    /** As it was started, on the same port. */
    private BrokerPlan plan() {
        Map<String, String> environment = state.environment();
        String first = state.brokers().split(",", -1)[0];
        return new BrokerPlan(
                directory,
                Integer.parseInt(first.substring(first.lastIndexOf(':') + 1)),
                state.processes().size(),
                Optional.ofNullable(environment.get("KAFKA_SASL_MECHANISM")),
                "true".equals(environment.get("KAFKA_TLS")),
                Map.of());
    }

    private List<ProcessHandle> processes() {
        return state.processes().stream()
                .flatMap(node -> ProcessHandle.of(node.pid()).stream())
                .toList();
    }

    private static void signal(String signal, ProcessHandle process) {
        try {
            int exit = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new Failure(ExitCode.FAILURE, "kill " + signal + " " + process.pid() + ": refused");
            }
        } catch (IOException refused) {
            throw new Failure(ExitCode.FAILURE, "kill: cannot be run", refused);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCode.INTERRUPTED, "interrupted", stopped);
        }
    }
}
