package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader.Flag;
import daybook.app.config.Durations;
import daybook.app.config.Setting;
import daybook.app.diagnostics.DiagnosticLog;
import daybook.app.fix.FixSettings;
import daybook.app.security.SafeText;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The whole venue in one process. */
@Command(
        name = "up",
        description = "Run the whole venue: exchange, log, post-trade services, HTTP, simulated traders. "
                + "SIGTERM stops it in order.",
        footer = {
            "",
            "Examples:",
            "  daybook up                          on http://127.0.0.1:8080, data in ./data",
            "  daybook up --for 20s --json         run for a while, then print a summary",
            "  daybook up --port 0 --traders 0     a quiet venue on a port of its own choice",
            "  daybook up --demo                   with a sandbox to crash consumers in, at /lab",
            "  daybook up --log kafka              on the cluster of KAFKA_BROKERS, after daybook topics init"
        })
final class UpCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--port", paramLabel = "N", description = "HTTP port (8080); 0 = pick one and print it.")
    private @Nullable String port;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Address HTTP listens on (127.0.0.1).")
    private @Nullable String bind;

    @Option(names = "--insecure", description = "Allow plain HTTP on an address that others can reach.")
    private boolean insecure;

    @Option(
            names = "--fix-port",
            paramLabel = "N",
            description = "Serve FIX 4.4 here too; 0 = pick one and print it. Password: the account's token.")
    private @Nullable String fixPort;

    @Option(names = "--traders", paramLabel = "N", description = "Simulated traders (6); 0 = none.")
    private @Nullable String traders;

    @Option(names = "--rate", paramLabel = "N", description = "Commands per second of all of them (50).")
    private @Nullable String rate;

    @Option(names = "--accounts", paramLabel = "N", description = "Accounts they are spread over (as the rate needs).")
    private @Nullable String accounts;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the simulated traders (1).")
    private @Nullable String seed;

    @Option(names = "--clock", paramLabel = "CLOCK", description = "Venue time: sim or wall (sim).")
    private @Nullable String clock;

    @Option(names = "--speed", paramLabel = "N", description = "Simulated seconds per second, 1 to 10000 (1).")
    private @Nullable String speed;

    @Option(names = "--demo", description = "Serve a sandbox to crash consumers in, at /lab.")
    private boolean demo;

    @Option(names = "--for", paramLabel = "D", description = "Stop by itself after this long and print a summary.")
    private @Nullable String runFor;

    @Option(names = "--allow-root", description = "Do not warn when run as root.")
    private boolean allowRoot;

    UpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Configuration configuration = store.load(console, flags());
        Optional<Duration> atMost = Optional.ofNullable(runFor).map(UpCommand::duration);
        DiagnosticLog.verbose(configuration.text(Catalog.DIAGNOSTICS));
        warnAboutRoot();
        auditSettings(configuration);
        try (StopSignal signal = StopSignal.installed()) {
            VenueProcess venue = VenueProcess.open(VenueSettings.of(configuration), this::progress);
            signal.stops(venue::requestStop);
            announce(venue);
            try {
                venue.await(atMost);
            } finally {
                venue.close();
            }
            ExitCode exit = report(venue, atMost.isPresent());
            console.out().flush();
            signal.finished(exit);
            return exit.code();
        }
    }

    private void announce(VenueProcess venue) {
        console.note("venue is up: " + venue.address() + "/");
        venue.fixPort()
                .ifPresent(port -> console.note("FIX 4.4: port " + port + ", TargetCompID " + FixSettings.COMP_ID
                        + ", SenderCompID an account, Password (554) its token"));
        venue.firstOperatorToken().ifPresent(token -> {
            console.note("operator token, shown this once: " + token);
            console.note(
                    "tokens of all accounts: tokens.json in the data directory, readable by its owner only; trade with alice's");
        });
    }

    private ExitCode report(VenueProcess venue, boolean timed) {
        if (timed) {
            output.print(console, venue.summary());
        }
        Optional<Throwable> failure = venue.failure();
        failure.ifPresent(cause -> console.note("the venue failed: "
                + String.valueOf(cause.getMessage()).lines().findFirst().orElse("")
                + " (what was acknowledged is safe; remove the cause and start again)"));
        List<String> troubles = venue.troubles();
        troubles.forEach(console::note);
        boolean failed = failure.isPresent() || timed && !troubles.isEmpty();
        return failed ? ExitCode.FAILURE : ExitCode.OK;
    }

    private Map<Setting, Flag> flags() {
        Map<Setting, Flag> flags = new LinkedHashMap<>();
        StoreOptions.put(flags, Catalog.PORT, "--port", port);
        StoreOptions.put(flags, Catalog.FIX_PORT, "--fix-port", fixPort);
        StoreOptions.put(flags, Catalog.BIND, "--bind", bind);
        StoreOptions.put(flags, Catalog.INSECURE, "--insecure", insecure ? "true" : null);
        StoreOptions.put(flags, Catalog.TRADERS, "--traders", traders);
        StoreOptions.put(flags, Catalog.RATE, "--rate", rate);
        StoreOptions.put(flags, Catalog.ACCOUNTS, "--accounts", accounts);
        StoreOptions.put(flags, Catalog.SEED, "--seed", seed);
        StoreOptions.put(flags, Catalog.DEMO, "--demo", demo ? "true" : null);
        StoreOptions.put(flags, Catalog.CLOCK, "--clock", clock);
        StoreOptions.put(flags, Catalog.SPEED, "--speed", speed);
        return flags;
    }

    private void progress(long replayed, long total) {
        if (total > 0) {
            console.note("recovery: " + replayed + " of " + total + " commands");
        }
    }

    /** What was set, by whom: part of the audit trail. The logger is made here, after the log has been told its form. */
    private static void auditSettings(Configuration configuration) {
        Logger audit = LoggerFactory.getLogger("daybook.audit");
        configuration.settings().stream()
                .filter(setting -> !configuration.value(setting).origin().text().equals("default"))
                .forEach(setting -> audit.info(
                        "configuration: {} = {} ({})",
                        setting.key(),
                        SafeText.oneLine(configuration.shown(setting)),
                        SafeText.oneLine(configuration.value(setting).origin().text())));
    }

    private void warnAboutRoot() {
        if (!allowRoot && "root".equals(System.getProperty("user.name"))) {
            console.note("warning: running as root (expected: a user of its own; --allow-root says that it is meant)");
        }
    }

    static Duration duration(String text) {
        return Durations.parse(text)
                .filter(d -> !d.isZero())
                .orElseThrow(() -> new Failure(
                        ExitCode.USAGE, "--for: " + text + " (expected: a duration like 500ms, 20s or 5m)"));
    }
}
