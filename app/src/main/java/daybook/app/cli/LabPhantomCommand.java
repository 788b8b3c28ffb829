package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTrials;
import daybook.lab.study.PhantomFigure;
import daybook.lab.study.PhantomPlan;
import daybook.lab.study.PhantomResult;
import daybook.lab.study.PhantomStudy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The phantom study. */
@Command(
        name = "phantom",
        description =
                "The exchange loses its power between the write and the force of a batch, once with a publisher that reads "
                        + "whatever is written and once with one that stops at the durable line, and a consumer is compared with the "
                        + "recovered exchange. Exit 6 if a figure is not as it must be.",
        footer = {"", "Examples:", "  daybook lab phantom", "  daybook lab phantom --trades 10 --json"})
final class LabPhantomCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = PhantomPlan.USUAL.seed();

    @Option(names = "--events", paramLabel = "N", description = "That are durable before the cut (899).")
    private int events = PhantomPlan.USUAL.durableEvents();

    @Option(names = "--trades", paramLabel = "N", description = "That are written and not durable (2).")
    private int trades = PhantomPlan.USUAL.lostTrades();

    LabPhantomCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        PhantomPlan plan = LabCommand.plan(() -> new PhantomPlan(seed, events, trades));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            List<PhantomResult> results = new PhantomStudy(plan, bench.workbench()).run();
            figure.draw(console, PhantomFigure.of(plan, results));
            return LabCommand.print(console, common, LabTrials.phantom(plan, results), "lines");
        }
    }
}
