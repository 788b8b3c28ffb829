package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTrials;
import daybook.lab.study.RebalanceFigure;
import daybook.lab.study.RebalancePlan;
import daybook.lab.study.RebalanceResult;
import daybook.lab.study.RebalanceStudy;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The rebalance study. */
@Command(
        name = "rebalance",
        description =
                "The members of a group share a day's fills; one freezes with a batch in its hands and wakes up when others "
                        + "have done its work; another joins. Exit 6 if anything is lost, counted twice or shared out unevenly.",
        footer = {"", "Examples:", "  daybook lab rebalance", "  daybook lab rebalance --partitions 12 --members 5"})
final class LabRebalanceCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = RebalancePlan.USUAL.seed();

    @Option(names = "--fills", paramLabel = "N", description = "Of the day (6000).")
    private int fills = RebalancePlan.USUAL.fills();

    @Option(names = "--partitions", paramLabel = "N", description = "Of the topic (8).")
    private int partitions = RebalancePlan.USUAL.partitions();

    @Option(names = "--members", paramLabel = "N", description = "At the beginning (3).")
    private int members = RebalancePlan.USUAL.members();

    LabRebalanceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        RebalancePlan plan = LabCommand.plan(() -> new RebalancePlan(seed, fills, partitions, members));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            RebalanceResult result =
                    new RebalanceStudy(plan, bench.workbench()).run(phase -> console.note("phase " + phase + " of 4"));
            figure.draw(console, RebalanceFigure.of(result));
            return LabCommand.print(console, common, LabTrials.rebalance(result), "phases", "frozen");
        }
    }
}
