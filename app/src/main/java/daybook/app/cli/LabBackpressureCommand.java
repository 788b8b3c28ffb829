package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTrials;
import daybook.lab.study.BackpressureFigure;
import daybook.lab.study.BackpressurePlan;
import daybook.lab.study.BackpressureResult;
import daybook.lab.study.BackpressureStudy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The back-pressure study. */
@Command(
        name = "backpressure",
        description =
                "Orders come at a steady rate while the log is away, on simulated time: once with the publisher as a stage of "
                        + "the exchange's ring, once as it is. Exit 6 if a figure is not as it must be.",
        footer = {
            "",
            "Examples:",
            "  daybook lab backpressure",
            "  daybook lab backpressure --outage 500ms --figure backpressure.svg"
        })
final class LabBackpressureCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--orders", paramLabel = "N", description = "A millisecond (100).")
    private int orders = BackpressurePlan.USUAL.ordersPerMs();

    @Option(names = "--outage", paramLabel = "D", description = "How long the log is away (1s).")
    private String outage = "1s";

    @Option(names = "--ring", paramLabel = "N", description = "Slots of the ring, a power of two (65536).")
    private int ring = BackpressurePlan.USUAL.ringSlots();

    LabBackpressureCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        common.store().refuse("lab backpressure", false);
        int outageMs = (int) Math.min(
                Integer.MAX_VALUE, LabCommand.duration("--outage", outage).toMillis());
        BackpressurePlan plan = LabCommand.plan(() -> new BackpressurePlan(orders, outageMs, ring));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            List<BackpressureResult> results = new BackpressureStudy(plan, bench.workbench()).run();
            figure.draw(console, BackpressureFigure.of(plan, results));
            return LabCommand.print(console, common, LabTrials.backpressure(plan, results), "wirings");
        }
    }
}
