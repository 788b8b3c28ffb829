package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.app.diagnostics.DiagnosticLog;
import daybook.app.jobs.JobSettings;
import daybook.app.venue.JobDesks;
import daybook.app.venue.PostTrade;
import daybook.delivery.ServiceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A worker in the foreground. */
@Command(
        name = "work",
        description =
                "Do the jobs of some queues in this process, beside other workers or alone. SIGTERM lets what runs"
                        + " finish, for so long at most, and gives the rest back.",
        footer = {
            "",
            "Examples:",
            "  daybook queue work --until-empty",
            "  daybook queue work --queue statements,default --slots 4",
            "  daybook queue work --once",
            "",
            "A store that is out of reach is waited for, and said on stderr. With --once or --until-empty the command ends",
            "when it has not answered for --timeout.",
            "",
            "Exit codes: 0 stopped in order, 2 usage, 3 no such queue or topic, 5 not reached (--once, --until-empty)"
        })
final class QueueWorkCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Option(
            names = "--queue",
            paramLabel = "NAME[,NAME...]",
            split = ",",
            description = "In the order of their priority (all that are declared).")
    private List<String> queues = List.of();

    @Option(names = "--slots", paramLabel = "N", description = "Jobs at once (queue.slots).")
    private Optional<Integer> slots = Optional.empty();

    @Option(names = "--once", description = "One job, or none if none is due.")
    private boolean once;

    @Option(names = "--max-jobs", paramLabel = "N", description = "End after so many.")
    private long maxJobs;

    @Option(names = "--until-empty", description = "End once none is due.")
    private boolean untilEmpty;

    @Option(names = "--for", paramLabel = "D", description = "End after so long.")
    private Optional<String> runFor = Optional.empty();

    QueueWorkCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.log(console);
        DiagnosticLog.verbose(place.configuration().text(Catalog.DIAGNOSTICS));
        JobSettings settings = JobSettings.of(place.configuration());
        JobDesks.Wanted wanted = wanted(settings);
        AtomicBoolean asked = new AtomicBoolean();
        long end = System.nanoTime()
                + runFor.map(UpCommand::duration)
                        .orElse(Duration.ofDays(10_000))
                        .toNanos();
        BooleanSupplier stop = () -> asked.get() || System.nanoTime() - end >= 0;
        try (StopSignal signal = StopSignal.installed();
                PostTrade postTrade = place.postTrade();
                JobDesks jobs = new JobDesks(JobDoor.at(place, postTrade))) {
            signal.stops(() -> asked.set(true));
            OutageWatch watch = new OutageWatch(
                    console::note,
                    wanted.untilEmpty()
                            ? Optional.of(place.configuration().duration(Catalog.TIMEOUT_ALL))
                            : Optional.empty(),
                    System::nanoTime);
            ServiceStatus worked = jobs.work(wanted, stop, watch::look);
            common.output().print(console, Json.fields("done", worked.done(), "failedAttempts", worked.failures()));
            console.out().flush();
            signal.finished(ExitCode.OK);
        }
        return ExitCode.OK.code();
    }

    private JobDesks.Wanted wanted(JobSettings settings) {
        List<String> names = queues.isEmpty() ? settings.queues() : queues;
        for (String name : names) {
            if (!settings.queues().contains(name)) {
                throw new Failure(
                        ExitCode.NOT_FOUND,
                        "queue: " + name + " is not declared (expected: " + String.join(", ", settings.queues()) + ")");
            }
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw new Failure(ExitCode.USAGE, "--queue: " + String.join(", ", names) + " (expected: each name once)");
        }
        int jobsAtOnce = once ? 1 : slots.orElse(settings.slots());
        if (jobsAtOnce < 1 || jobsAtOnce > 256 || maxJobs < 0) {
            throw new Failure(ExitCode.USAGE, "--slots, --max-jobs: not accepted (expected: 1..256 and above 0)");
        }
        return new JobDesks.Wanted(names, jobsAtOnce, once ? 1 : maxJobs, once || untilEmpty, Duration.ofSeconds(10));
    }
}
