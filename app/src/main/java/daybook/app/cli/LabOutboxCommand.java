package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTables;
import daybook.lab.study.OutboxFigure;
import daybook.lab.study.OutboxPlan;
import daybook.lab.study.OutboxResult;
import daybook.lab.study.OutboxStudy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The outbox study. */
@Command(
        name = "outbox",
        description =
                "A service stores trades and announces them, and dies in between: two naive designs, an outbox "
                        + "whose relay sends no key, and the outbox of the venue's services. Exit 6 if a figure is not as it must be.",
        footer = {"", "Examples:", "  daybook lab outbox --trades 500 --crash-rate 0.05"})
final class LabOutboxCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = OutboxPlan.PUBLISHED.seed();

    @Option(names = "--trades", paramLabel = "N", description = "Under each design (2000).")
    private int trades = OutboxPlan.PUBLISHED.trades();

    @Option(names = "--crash-rate", paramLabel = "P", description = "Probability of a crash for each trade (0.01).")
    private double crashRate = OutboxPlan.PUBLISHED.crashRate();

    LabOutboxCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutboxPlan plan = LabCommand.plan(() -> new OutboxPlan(seed, trades, crashRate));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            List<OutboxResult> results =
                    new OutboxStudy(plan, bench.workbench()).run(done -> console.note("design " + done + " of 4"));
            figure.draw(console, OutboxFigure.of(plan, results));
            return LabCommand.print(console, common, LabTables.outbox(plan, results), "designs");
        }
    }
}
