package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Configuration;
import daybook.app.config.Durations;
import daybook.app.lab.LabBench;
import daybook.app.venue.DatabaseSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Experiments with a known outcome. */
@Command(
        name = "lab",
        description =
                "Experiments with a known outcome: what crashes, outages and bad records cost, by how one consumes and "
                        + "publishes. On a log and databases of their own.",
        subcommands = {
            LabCrashesCommand.class,
            LabOutboxCommand.class,
            LabWatermarkCommand.class,
            LabPhantomCommand.class,
            LabBackpressureCommand.class,
            LabRebalanceCommand.class,
            LabPoisonCommand.class,
            LabDeadlineCommand.class,
            LabProbeCommand.class
        },
        footer = {"", "Examples:", "  daybook lab crashes --days 20", "  daybook lab outbox --figure outbox.svg"})
final class LabCommand {
    /** Prints what was found; the rows below one another, the verdict last. Exit 6 if it is not as it must be. */
    static int print(Console console, Common common, Map<String, Object> found, String... rows) {
        if (common.output().form() == OutputOptions.Form.TABLE) {
            for (String part : rows) {
                common.output().print(console, rowsOf(found, part));
            }
            console.out().println(Boolean.TRUE.equals(found.get("pass")) ? "in band" : "OUT OF BAND");
        } else {
            common.output().print(console, found);
        }
        return (Boolean.TRUE.equals(found.get("pass")) ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    /** What an experiment is made on: topics and tables of its own where the configuration says. */
    static LabBench bench(Configuration configuration) {
        DatabaseSettings databases = DatabaseSettings.of(configuration);
        return LabBench.configured(configuration, databases.postgres(), databases.deadline());
    }

    /** The same for one that looks at no log of the user's. */
    static LabBench embeddedBench(Configuration configuration) {
        DatabaseSettings databases = DatabaseSettings.of(configuration);
        return LabBench.embedded(databases.postgres(), databases.deadline());
    }

    @SuppressWarnings("unchecked") // as LabTables has built it
    private static List<Map<String, Object>> rowsOf(Map<String, Object> found, String rows) {
        return (List<Map<String, Object>>) Objects.requireNonNull(found.get(rows));
    }

    static Duration duration(String flag, String text) {
        return Durations.parse(text)
                .orElseThrow(() -> new Failure(ExitCode.USAGE, flag + ": " + text + " (expected: as 500ms, 10s, 5m)"));
    }

    /** A plan, or why not: it names its parameters, and each has an option. */
    static <T> T plan(Supplier<T> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException refused) {
            String reason = String.valueOf(refused.getMessage());
            throw new Failure(
                    ExitCode.USAGE,
                    "--"
                            + reason.replaceFirst("^crashRate", "crash-rate")
                                    .replaceFirst("^failureRate", "failure-rate"));
        }
    }
}
