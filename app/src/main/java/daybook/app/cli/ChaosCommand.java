package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import daybook.app.chaos.Drill;
import daybook.app.chaos.Outage;
import daybook.app.config.Catalog;
import daybook.app.config.ConfigurationLoader.Flag;
import daybook.app.config.Setting;
import daybook.app.venue.DeclaredTopics;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Drills: something is broken on purpose, and others judge what came of it. */
@Command(
        name = "chaos",
        description = "Break something on purpose while the venue trades, then prove that nothing was lost.",
        subcommands = ChaosCommand.Broker.class,
        footer = {"", "Examples:", "  daybook chaos broker --seconds 8"})
final class ChaosCommand {
    /** The outage drill. */
    @Command(
            name = "broker",
            description = "Take the broker of DATA/broker away while orders go on, bring it back, wait until the "
                    + "publisher has caught up, and compare the whole topic with the journal by a foreign reader. "
                    + "Uses the venue that runs on the data directory; without one, a broker and a venue with "
                    + "simulated traders are started for the drill. Exit 6 if a check fails.",
            footer = {
                "",
                "Examples:",
                "  daybook chaos broker --seconds 8",
                "  daybook chaos broker --seconds 8 --how kill --json",
                "  daybook chaos broker --outages 30 --rate 5000"
            })
    static final class Broker implements Callable<Integer> {
        private static final int MOST_OUTAGES = 1_000;

        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--seconds", paramLabel = "N", description = "How long it is away (8).")
        private int seconds = 8;

        @Option(
                names = "--how",
                paramLabel = "HOW",
                description = "stop (SIGTERM), kill (SIGKILL) or freeze (SIGSTOP).")
        private String how = "stop";

        @Option(
                names = "--outages",
                paramLabel = "N",
                description = "How many, one after the other (1); the topic is compared after the last.")
        private int outages = 1;

        @Option(names = "--rate", paramLabel = "N", description = "Commands per second of a venue it starts (50).")
        private @Nullable String rate;

        Broker(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Outage.Kind kind = kind();
            if (seconds < 1 || seconds > 3_600 || outages < 1 || outages > MOST_OUTAGES) {
                throw new Failure(
                        ExitCode.USAGE,
                        "--seconds, --outages: " + seconds + ", " + outages + " (expected: 1..3600 and 1.."
                                + MOST_OUTAGES + ")");
            }
            Path directory = Place.of(console, common.store()).data().root().resolve("broker");
            LocalBroker broker = new LocalBroker(directory, console::note);
            boolean startsOne = broker.state().filter(BrokerState::isAlive).isEmpty();
            BrokerState state = startsOne
                    ? broker.start(BrokerPlan.plain(directory))
                    : broker.state().orElseThrow();
            try {
                return drill(directory, broker, kind, state);
            } finally {
                if (startsOne) {
                    broker.stop();
                }
            }
        }

        private int drill(Path directory, LocalBroker broker, Outage.Kind kind, BrokerState state) {
            Place place = Place.of(withBroker(state), common.store(), flags());
            Optional<VenueProcess> own = place.running().isPresent() ? Optional.empty() : Optional.of(open(place));
            try {
                VenueLink venue = place.running()
                        .orElseThrow(() ->
                                new Failure(ExitCode.UNREACHABLE, place.data().root() + ": no venue answers"));
                List<Map<String, Object>> reports = new ArrayList<>();
                boolean passed = true;
                for (int n = 1; n <= outages; n++) {
                    Drill drill = new Drill(
                            () -> Json.object(venue.get("/api/v1/ops/status")),
                            line -> CheckCommand.compare(place, line));
                    Outage outage = new Outage(directory, broker, kind);
                    Duration away = Duration.ofSeconds(seconds);
                    Drill.Report report =
                            n == outages ? drill.run(outage, away) : drill.runWithoutReading(outage, away);
                    passed &= report.passed();
                    reports.addAll(rows(n, report));
                    console.note("outage " + n + " of " + outages + ": " + (report.passed() ? "passed" : "FAILED"));
                }
                common.output().print(console, reports);
                return (passed ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
            } finally {
                own.ifPresent(VenueProcess::close);
            }
        }

        private List<Map<String, Object>> rows(int outage, Drill.Report report) {
            return report.checks().stream()
                    .map(check -> {
                        Map<String, Object> row = Json.fields("outage", outage, "how", how, "seconds", seconds);
                        row.putAll(check);
                        return row;
                    })
                    .toList();
        }

        private static VenueProcess open(Place place) {
            try (LogView view = LogView.of(place)) {
                DeclaredTopics.specs(view.topics()).forEach(view.log()::createTopic);
            }
            return VenueProcess.open(VenueSettings.of(place.configuration()), RecoveryProgress.NONE);
        }

        private Console withBroker(BrokerState state) {
            Map<String, String> environment = new LinkedHashMap<>(console.environment());
            environment.putAll(state.environment());
            return new Console(console.out(), console.err(), console.in(), environment, console.terminal());
        }

        private Map<Setting, Flag> flags() {
            Map<Setting, Flag> flags = new LinkedHashMap<>();
            StoreOptions.put(flags, Catalog.PORT, "--port", "0");
            StoreOptions.put(flags, Catalog.RATE, "--rate", rate);
            return flags;
        }

        private Outage.Kind kind() {
            try {
                return Outage.Kind.valueOf(how.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException unknown) {
                throw new Failure(ExitCode.USAGE, "--how: " + how + " (expected: stop|kill|freeze)", unknown);
            }
        }
    }
}
