package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.dlq.DeadLetterBox;
import daybook.app.fix.FixSettings;
import daybook.app.http.HttpSettings;
import daybook.app.jobs.JobSettings;
import daybook.app.kafka.KafkaConnection;
import daybook.app.traders.TraderSettings;
import daybook.events.Topics;
import daybook.log.kafka.KafkaLogSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything that makes up a venue's process, read once.
 *
 * @param letters how dead letters are handled
 * @param strategies how strategies run here
 * @param jobs how jobs are done here
 * @param fix where FIX is served; empty = nowhere
 * @param demo whether strangers may play in a sandbox beside the venue
 */
public record VenueSettings(
        DataDirectory data,
        DatabaseSettings databases,
        HttpSettings http,
        TraderSettings traders,
        Time time,
        Duration snapshotEvery,
        Duration deadline,
        LogChoice log,
        DeadLetterBox.Settings letters,
        Set<VenueRole> roles,
        StrategySettings strategies,
        JobSettings jobs,
        Optional<FixSettings> fix,
        boolean demo) {

    /** By the names that the log knows them by. */
    public Topics topics() {
        return letters.topics();
    }

    /**
     * Venue time.
     *
     * @param simulated else the machine's
     * @param speed simulated seconds per second
     * @param timetable whether sessions change by themselves
     */
    public record Time(boolean simulated, int speed, boolean timetable) {}

    /**
     * Which log carries the events.
     *
     * @param kafka empty: the embedded one in the data directory
     * @param publishes false: the journal keeps the events until it is switched on
     */
    public record LogChoice(Optional<KafkaLogSettings> kafka, boolean publishes) {}

    /** The same in a corner: on a port of its own, without traders and timetable, for as long as a change takes. */
    public VenueSettings quiet() {
        return new VenueSettings(
                data,
                databases,
                new HttpSettings("127.0.0.1", 0, Set.of("localhost", "127.0.0.1"), http.replyDeadline()),
                new TraderSettings(0, 0, 0, 0),
                new Time(time.simulated(), time.speed(), false),
                snapshotEvery,
                deadline,
                log,
                letters,
                roles,
                strategies,
                jobs,
                Optional.empty(),
                false);
    }

    /** The same as a process that is only these roles. Throws a {@link Failure}: the embedded log is one process's. */
    public VenueSettings as(Set<VenueRole> some) {
        if (log.kafka().isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "daybook.log: embedded (expected: kafka, to run roles apart; daybook up is all of them in one)");
        }
        if (fix.isPresent()) {
            throw new Failure(ExitCode.USAGE, "daybook.fix.port: set (expected: nothing; daybook up alone serves FIX)");
        }
        return new VenueSettings(
                data,
                databases,
                http,
                traders,
                time,
                snapshotEvery,
                deadline,
                log,
                letters,
                some,
                strategies,
                jobs,
                Optional.empty(),
                false);
    }

    public static VenueSettings of(Configuration from) {
        Duration deadline = from.duration(Catalog.TIMEOUT_ALL);
        return new VenueSettings(
                DataDirectory.of(from.path(Catalog.DATA), from.text(Catalog.DB)),
                DatabaseSettings.of(from),
                new HttpSettings(from.text(Catalog.BIND), from.integer(Catalog.PORT), hosts(from), deadline),
                new TraderSettings(
                        from.integer(Catalog.TRADERS),
                        from.integer(Catalog.ACCOUNTS),
                        from.integer(Catalog.RATE),
                        from.number(Catalog.SEED)),
                new Time(from.text(Catalog.CLOCK).equals("sim"), from.integer(Catalog.SPEED), true),
                from.duration(Catalog.SNAPSHOTS),
                deadline,
                new LogChoice(
                        KafkaConnection.isChosen(from) ? Optional.of(KafkaConnection.settings(from)) : Optional.empty(),
                        from.flag(Catalog.PUBLISH)),
                letters(from),
                VenueRole.UP,
                StrategySettings.of(from),
                JobSettings.of(from),
                fix(from),
                from.flag(Catalog.DEMO));
    }

    private static Optional<FixSettings> fix(Configuration from) {
        if (from.text(Catalog.FIX_PORT).isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> accounts = FixSettings.accounts(from.list(Catalog.FIX_ACCOUNTS));
        if (accounts.isEmpty()) {
            accounts = Seed.accounts().stream().collect(Collectors.toMap(name -> name, name -> name));
        }
        InetSocketAddress address = new InetSocketAddress(from.text(Catalog.FIX_BIND), from.integer(Catalog.FIX_PORT));
        return Optional.of(new FixSettings(address, accounts, from.flag(Catalog.FIX_FORCED)));
    }

    public static DeadLetterBox.Settings letters(Configuration from) {
        return new DeadLetterBox.Settings(KafkaConnection.topics(from), from.integer(Catalog.REPLAYS));
    }

    private static Set<String> hosts(Configuration from) {
        Set<String> hosts = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1", "[::1]"));
        hosts.add(from.text(Catalog.BIND));
        from.list(Catalog.HOSTS).forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return Set.copyOf(hosts);
    }
}
