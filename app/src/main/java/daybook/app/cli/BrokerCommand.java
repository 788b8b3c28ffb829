package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A real Apache Kafka on this machine. */
@Command(
        name = "broker",
        description = "A real one-node Apache Kafka on this machine, for laptops and tests: start, stop, status.",
        subcommands = {BrokerCommand.Start.class, BrokerCommand.Stop.class, BrokerCommand.Status.class},
        footer = {"", "Examples:", "  daybook broker start", "  daybook broker stop"})
final class BrokerCommand {
    private static final int USUAL_PORT = 9092;

    /** Where the broker of a data directory lives. */
    static final class Where {
        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "Data directory; the broker is in DIR/broker (data).")
        private Path data = Path.of("data");

        Path directory() {
            return data.resolve("broker").toAbsolutePath().normalize();
        }

        LocalBroker broker(Console console) {
            return new LocalBroker(directory(), console::note);
        }
    }

    /** Starts it. */
    @Command(
            name = "start",
            description = "Start it in the background and wait until a client has used it. Prints the environment "
                    + "that a client needs. Kafka's jars are fetched by Maven the first time.",
            footer = {
                "",
                "Examples:",
                "  daybook broker start",
                "  export $(daybook broker start --port 0)      and every command here uses it",
                "  daybook broker start --tls --sasl scram-sha-512 --json"
            })
    static final class Start implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Where where = new Where();

        @Mixin
        private OutputOptions output = new OutputOptions();

        @Option(names = "--port", paramLabel = "N", description = "Port on 127.0.0.1 (9092); 0 = pick one.")
        private int port = USUAL_PORT;

        @Option(names = "--nodes", paramLabel = "N", description = "Nodes: 1, or 3 to try what a cluster does (1).")
        private int nodes = 1;

        @Option(
                names = "--sasl",
                paramLabel = "MECHANISM",
                description = "Ask clients who they are: scram-sha-256, scram-sha-512 or, with --tls, plain.")
        private @Nullable String sasl;

        @Option(names = "--tls", description = "Speak TLS with clients, by an authority of the broker's own.")
        private boolean tls;

        Start(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            LocalBroker broker = where.broker(console);
            boolean running = broker.state().filter(BrokerState::isAlive).isPresent();
            BrokerState state = broker.start(plan());
            if (running) {
                console.note("it runs already, as it was started");
            }
            if (output.form() == OutputOptions.Form.TABLE) {
                state.environment().forEach((name, value) -> console.out().println(name + "=" + value));
            } else {
                Map<String, Object> row = row("running", state);
                row.put("alreadyRunning", running);
                output.print(console, row);
            }
            return ExitCode.OK.code();
        }

        private BrokerPlan plan() {
            Optional<String> mechanism = Optional.ofNullable(sasl)
                    .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'));
            if (mechanism.isPresent()
                    && !List.of("plain", "scram-sha-256", "scram-sha-512").contains(mechanism.get())) {
                throw new Failure(ExitCode.USAGE, "--sasl: " + sasl + " (expected: scram-sha-256|scram-sha-512|plain)");
            }
            try {
                return new BrokerPlan(where.directory(), port, nodes, mechanism, tls, Map.of());
            } catch (IllegalArgumentException refused) {
                throw new Failure(ExitCode.USAGE, "--" + refused.getMessage(), refused);
            }
        }
    }

    /** Stops it. */
    @Command(
            name = "stop",
            description = "Stop what was started here, and nothing else: SIGTERM, then wait up to 30 s.",
            footer = {"", "Examples:", "  daybook broker stop"})
    static final class Stop implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Where where = new Where();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Stop(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            boolean stopped = where.broker(console).stop();
            if (!stopped) {
                console.note("no broker of " + where.directory() + " runs");
            }
            output.print(console, Json.fields("stopped", stopped));
            return ExitCode.OK.code();
        }
    }

    /** Looks at it. */
    @Command(
            name = "status",
            description =
                    "Say whether it runs and a client can use it. Exit 3 if it does not run, 5 if it does not answer.",
            footer = {"", "Examples:", "  daybook broker status --json"})
    static final class Status implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Where where = new Where();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Status(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            LocalBroker broker = where.broker(console);
            Optional<BrokerState> state = broker.state().filter(BrokerState::isAlive);
            if (state.isEmpty()) {
                output.print(console, Json.fields("state", "stopped"));
                return ExitCode.NOT_FOUND.code();
            }
            boolean usable = broker.isUsable(state.get());
            output.print(console, row(usable ? "running" : "silent", state.get()));
            return (usable ? ExitCode.OK : ExitCode.UNREACHABLE).code();
        }
    }

    private static Map<String, Object> row(String state, BrokerState broker) {
        return Json.fields(
                "state", state,
                "brokers", broker.brokers(),
                "pids", broker.processes().stream().map(BrokerState.Node::pid).toList(),
                "environment", broker.environment());
    }
}
