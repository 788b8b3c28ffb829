package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.lab.LabBench;
import daybook.app.lab.LabTables;
import daybook.app.lab.TraceFile;
import daybook.lab.study.CrashPlan;
import daybook.lab.study.CrashStudy;
import daybook.lab.study.CrashTrace;
import daybook.lab.study.OutboxPlan;
import daybook.lab.study.OutboxStudy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Experiments with a known outcome. */
@Command(
        name = "lab",
        description =
                "Experiments: what crashes cost, by how one consumes and publishes. On a log and databases of their own.",
        subcommands = {LabCommand.Crashes.class, LabCommand.OutboxExperiment.class},
        footer = {"", "Examples:", "  daybook lab crashes --days 20", "  daybook lab outbox --json"})
final class LabCommand {
    /** Prints what was found; the rows below one another, the verdict last. Exit 6 if it is not as it must be. */
    private static int print(Console console, Common common, Map<String, Object> found, String rows) {
        if (common.output().form() == OutputOptions.Form.TABLE) {
            common.output().print(console, rowsOf(found, rows));
            console.out().println(Boolean.TRUE.equals(found.get("pass")) ? "in band" : "OUT OF BAND");
        } else {
            common.output().print(console, found);
        }
        return (Boolean.TRUE.equals(found.get("pass")) ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    @SuppressWarnings("unchecked") // as LabTables has built it
    private static List<Map<String, Object>> rowsOf(Map<String, Object> found, String rows) {
        return (List<Map<String, Object>>) Objects.requireNonNull(found.get(rows));
    }

    private static <T> T plan(Supplier<T> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException refused) {
            throw new Failure(ExitCode.USAGE, "--" + refused.getMessage());
        }
    }

    /** The crash study. */
    @Command(
            name = "crashes",
            description =
                    "A position service is killed at random steps, once in each delivery mode, and for each fill it is "
                            + "counted how often it reached the positions. Exit 6 if a figure is outside of the band that follows from "
                            + "the parameters.",
            footer = {
                "",
                "Examples:",
                "  daybook lab crashes --seed 7 --json",
                "  daybook lab crashes --trace crashes.ndjson"
            })
    static final class Crashes implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
        private long seed = CrashPlan.PUBLISHED.seed();

        @Option(names = "--days", paramLabel = "N", description = "In each mode (100).")
        private int days = CrashPlan.PUBLISHED.days();

        @Option(names = "--fills", paramLabel = "N", description = "A day (10000).")
        private int fills = CrashPlan.PUBLISHED.fills();

        @Option(names = "--batch", paramLabel = "N", description = "Most records between two commits (100).")
        private int batch = CrashPlan.PUBLISHED.batch();

        @Option(names = "--crashes", paramLabel = "N", description = "A day (10).")
        private int crashes = CrashPlan.PUBLISHED.crashes();

        @Option(names = "--accounts", paramLabel = "N", description = "That the fills belong to (10).")
        private int accounts = CrashPlan.PUBLISHED.accounts();

        @Option(
                names = "--trace",
                paramLabel = "FILE",
                description = "Write a line for each crash, and for each day how often each fill was applied.")
        private @Nullable Path trace;

        Crashes(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            CrashPlan plan = plan(() -> new CrashPlan(seed, days, fills, accounts, batch, crashes));
            if (trace == null) {
                return run(plan, CrashTrace.NONE);
            }
            try (TraceFile file = new TraceFile(trace)) {
                return run(plan, file);
            }
        }

        private int run(CrashPlan plan, CrashTrace to) {
            try (LabBench bench = new LabBench(common.store().load(console))) {
                return print(
                        console,
                        common,
                        LabTables.crashes(plan, new CrashStudy(plan, bench.workbench(), to).run(this::progress)),
                        "modes");
            }
        }

        private void progress(int day) {
            if (console.terminal() || day % Math.max(1, days / 10) == 0) {
                console.note("day " + day + " of " + days);
            }
        }
    }

    /** The outbox study. */
    @Command(
            name = "outbox",
            description =
                    "A service stores trades and announces them, and dies in between: two naive designs, an outbox "
                            + "whose relay sends no key, and the outbox of the venue's services. Exit 6 if a figure is not as it must be.",
            footer = {"", "Examples:", "  daybook lab outbox --trades 500 --crash-rate 0.05"})
    static final class OutboxExperiment implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
        private long seed = OutboxPlan.PUBLISHED.seed();

        @Option(names = "--trades", paramLabel = "N", description = "Under each design (2000).")
        private int trades = OutboxPlan.PUBLISHED.trades();

        @Option(names = "--crash-rate", paramLabel = "P", description = "Probability of a crash for each trade (0.01).")
        private double crashRate = OutboxPlan.PUBLISHED.crashRate();

        OutboxExperiment(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            OutboxPlan plan = plan(() -> new OutboxPlan(seed, trades, crashRate));
            try (LabBench bench = new LabBench(common.store().load(console))) {
                return print(
                        console,
                        common,
                        LabTables.outbox(
                                plan,
                                new OutboxStudy(plan, bench.workbench())
                                        .run(done -> console.note("design " + done + " of 4"))),
                        "designs");
            }
        }
    }
}
