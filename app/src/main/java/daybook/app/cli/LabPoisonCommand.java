package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTrials;
import daybook.lab.study.PoisonFigure;
import daybook.lab.study.PoisonPlan;
import daybook.lab.study.PoisonResult;
import daybook.lab.study.PoisonStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The poison study. */
@Command(
        name = "poison",
        description =
                "Records that cannot be read lie in a partition: put aside as dead letters, tried for ever, and passed over. "
                        + "First the smallest case (1, bad, 3), then as many as asked for. Exit 6 if a figure is not as it must be.",
        footer = {"", "Examples:", "  daybook lab poison", "  daybook lab poison --records 1000 --bad 20"})
final class LabPoisonCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = 1;

    @Option(names = "--records", paramLabel = "N", description = "On the partition (600).")
    private int records = 600;

    @Option(names = "--keys", paramLabel = "N", description = "That they belong to (20).")
    private int keys = 20;

    @Option(names = "--bad", paramLabel = "N", description = "That cannot be read (3).")
    private int bad = 3;

    @Option(names = "--batch", paramLabel = "N", description = "Most records in one transaction (50).")
    private int batch = 50;

    LabPoisonCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        PoisonPlan drawn = LabCommand.plan(() -> PoisonPlan.drawn(seed, records, keys, batch, bad));
        try (LabBench bench = LabCommand.bench(common.store().load(console))) {
            List<PoisonResult> results =
                    new ArrayList<>(new PoisonStudy("smallest", PoisonPlan.SMALLEST, bench.workbench()).run());
            console.note("the smallest case is done");
            List<PoisonResult> many = new PoisonStudy("drawn", drawn, bench.workbench()).run();
            results.addAll(many);
            figure.draw(console, PoisonFigure.of(many));
            return LabCommand.print(console, common, LabTrials.poison(seed, results), "handlings");
        }
    }
}
