package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader.Flag;
import daybook.app.config.Setting;
import daybook.app.diagnostics.DiagnosticLog;
import daybook.app.http.ExchangeAddress;
import daybook.app.venue.DataDirectory;
import daybook.app.venue.RoleProcess;
import daybook.app.venue.RunFile;
import daybook.app.venue.VenuePart;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueRole;
import daybook.app.venue.VenueSettings;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Some roles of a venue in a process of their own. */
@Command(
        name = "run",
        description = "Run roles of a venue as a process over Kafka: exchange, capture, ledger, board, market, clock,"
                + " dispatcher, evaluator, order-gateway, worker, audit, web. Topics are verified at boot (exit 3"
                + " names what is missing); an outage of the cluster is waited out. SIGTERM stops it in order.",
        footer = {
            "",
            "Examples:",
            "  daybook run exchange                     order entry, matching, journal, publisher",
            "  daybook run capture,ledger,board,market  the post-trade services in one process",
            "  daybook run web --exchange http://10.0.0.5:8080   passes orders on to the exchange",
            "",
            "Exit codes: 0 stopped in order, 1 failed, 2 usage, 3 topics missing, 5 in use"
        })
final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Parameters(
            paramLabel = "ROLE[,ROLE...]",
            split = ",",
            description =
                    "exchange, capture, ledger, board, market, clock, dispatcher, evaluator, order-gateway, worker,"
                            + " audit or web.")
    private List<String> names = List.of();

    @Option(names = "--port", paramLabel = "N", description = "HTTP port (0 = pick one and print it; exchange 8080).")
    private @Nullable String port;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Address HTTP listens on (127.0.0.1).")
    private @Nullable String bind;

    @Option(names = "--insecure", description = "Allow plain HTTP on an address that others can reach.")
    private boolean insecure;

    @Option(
            names = "--exchange",
            paramLabel = "URL",
            description = "web: where the exchange is (default: as run.json in the data directory says).")
    private @Nullable String exchange;

    @Option(names = "--traders", paramLabel = "N", description = "exchange: simulated traders (0).")
    private @Nullable String traders;

    @Option(names = "--rate", paramLabel = "N", description = "exchange: commands per second of all of them (50).")
    private @Nullable String rate;

    @Option(names = "--for", paramLabel = "D", description = "Stop by itself after this long.")
    private @Nullable String runFor;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Set<VenueRole> roles = roles();
        Optional<String> elsewhere = exchange();
        Configuration configuration = store.load(console, flags(roles));
        DiagnosticLog.verbose(configuration.text(Catalog.DIAGNOSTICS));
        VenueSettings settings = VenueSettings.of(configuration).as(roles);
        try (StopSignal signal = StopSignal.installed()) {
            VenuePart part = roles.contains(VenueRole.EXCHANGE)
                    ? VenueProcess.open(settings, this::progress)
                    : RoleProcess.open(settings, address(elsewhere, settings.data()));
            signal.stops(part::requestStop);
            console.note(String.join(",", names) + " is up: " + part.address() + "/");
            try {
                part.await(Optional.ofNullable(runFor).map(UpCommand::duration));
            } finally {
                part.close();
            }
            Optional<Throwable> failure = part.failure();
            failure.ifPresent(cause -> console.note(String.join(",", names) + " failed: "
                    + String.valueOf(cause.getMessage()).lines().findFirst().orElse("")));
            ExitCode exit = failure.isPresent() ? ExitCode.FAILURE : ExitCode.OK;
            signal.finished(exit);
            return exit.code();
        }
    }

    private Set<VenueRole> roles() {
        Set<VenueRole> roles = EnumSet.noneOf(VenueRole.class);
        for (String name : names) {
            roles.add(VenueRole.of(name)
                    .orElseThrow(() ->
                            new Failure(ExitCode.USAGE, "ROLE: " + name + " (expected: " + VenueRole.NAMES + ")")));
        }
        if (roles.isEmpty()) {
            throw new Failure(ExitCode.USAGE, "ROLE: missing (expected: " + VenueRole.NAMES + ")");
        }
        if (roles.contains(VenueRole.WEB) && roles.contains(VenueRole.EXCHANGE)) {
            throw new Failure(ExitCode.USAGE, "ROLE: web,exchange (expected: web alone; the exchange serves itself)");
        }
        return roles;
    }

    private Optional<String> exchange() {
        String named = exchange;
        if (named != null && !named.matches("https?://[A-Za-z0-9.:\\[\\]-]+/?")) {
            throw new Failure(ExitCode.USAGE, "--exchange: not accepted (expected: http://HOST:PORT)");
        }
        return Optional.ofNullable(named).map(url -> url.replaceFirst("/$", ""));
    }

    private static ExchangeAddress address(Optional<String> named, DataDirectory data) {
        return named.isPresent() ? () -> named : () -> RunFile.read(data.run()).map(RunFile::address);
    }

    private Map<Setting, Flag> flags(Set<VenueRole> roles) {
        Map<Setting, Flag> flags = new LinkedHashMap<>();
        boolean exchangeHere = roles.contains(VenueRole.EXCHANGE);
        StoreOptions.put(flags, Catalog.PORT, "--port", port == null && !exchangeHere ? "0" : port);
        StoreOptions.put(flags, Catalog.BIND, "--bind", bind);
        StoreOptions.put(flags, Catalog.INSECURE, "--insecure", insecure ? "true" : null);
        StoreOptions.put(flags, Catalog.TRADERS, "--traders", traders == null ? "0" : traders);
        StoreOptions.put(flags, Catalog.RATE, "--rate", rate);
        return flags;
    }

    private void progress(long replayed, long total) {
        if (total > 0) {
            console.note("recovery: " + replayed + " of " + total + " commands");
        }
    }
}
