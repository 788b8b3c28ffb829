package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTables;
import daybook.lab.study.WatermarkFigure;
import daybook.lab.study.WatermarkPlan;
import daybook.lab.study.WatermarkResult;
import daybook.lab.study.WatermarkStudy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The watermark study. */
@Command(
        name = "watermark",
        description =
                "A publisher whose sends fail now and then, and three consumers of what it leaves on the topic: without "
                        + "a guard, with the highest number seen, and with each event's identity. Exit 6 if a figure is not as the "
                        + "failures say.",
        footer = {"", "Examples:", "  daybook lab watermark --failure-rate 0.2"})
final class LabWatermarkCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = WatermarkPlan.USUAL.seed();

    @Option(names = "--trades", paramLabel = "N", description = "That are published (1000).")
    private int trades = WatermarkPlan.USUAL.trades();

    @Option(
            names = "--failure-rate",
            paramLabel = "P",
            description = "Probability that one of five sends in flight fails (0.1).")
    private double failureRate = WatermarkPlan.USUAL.failureRate();

    LabWatermarkCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        WatermarkPlan plan = LabCommand.plan(() -> new WatermarkPlan(seed, trades, failureRate));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            List<WatermarkResult> results = new WatermarkStudy(plan, bench.workbench()).run();
            figure.draw(console, WatermarkFigure.of(plan, results));
            return LabCommand.print(console, common, LabTables.watermark(plan, results), "guards");
        }
    }
}
