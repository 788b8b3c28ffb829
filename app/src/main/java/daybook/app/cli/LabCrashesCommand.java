package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTables;
import daybook.app.lab.TraceFile;
import daybook.lab.study.CrashFigure;
import daybook.lab.study.CrashPlan;
import daybook.lab.study.CrashStudy;
import daybook.lab.study.CrashTrace;
import daybook.lab.study.ModeResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "  daybook lab crashes --trace crashes.ndjson --figure crashes.svg"
        })
final class LabCrashesCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

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

    LabCrashesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CrashPlan plan = LabCommand.plan(() -> new CrashPlan(seed, days, fills, accounts, batch, crashes));
        if (trace == null) {
            return run(plan, CrashTrace.NONE);
        }
        try (TraceFile file = new TraceFile(trace)) {
            return run(plan, file);
        }
    }

    private int run(CrashPlan plan, CrashTrace to) {
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            CrashStudy study = new CrashStudy(plan, bench.workbench(), to);
            String refused = study.refusal().orElse("");
            if (!refused.isEmpty()) {
                console.note(
                        "every mode runs here because each fill is sent once (policy mirror); on this log's journal-tail and"
                                + " outbox topics atomic is refused: " + refused);
            }
            List<ModeResult> results = study.run(this::progress);
            figure.draw(console, CrashFigure.of(plan, results));
            Map<String, Object> found = LabTables.crashesByDay(plan, results);
            found.put("refused", refused);
            return LabCommand.print(console, common, found, "modes");
        }
    }

    private void progress(int day) {
        if (console.terminal() || day % Math.max(1, days / 10) == 0) {
            console.note("day " + day + " of " + days);
        }
    }
}
