package daybook.app.cli;

import daybook.app.lab.LabBench;
import daybook.app.lab.LabTrials;
import daybook.app.lab.Silence;
import daybook.lab.study.DeadlineFigure;
import daybook.lab.study.DeadlinePlan;
import daybook.lab.study.DeadlineResult;
import daybook.lab.study.DeadlineStudy;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The deadline study. */
@Command(
        name = "deadline",
        description =
                "Calls a log and a database where nobody listens, and where somebody listens and says nothing; and lets a "
                        + "consumer and the publisher live through an outage on simulated time. Exit 6 if a call ends after its "
                        + "deadline, or a service tries more or less often than it should.",
        footer = {"", "Examples:", "  daybook lab deadline", "  daybook lab deadline --deadline 10s"})
final class LabDeadlineCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--deadline", paramLabel = "D", description = "Of every call (2s).")
    private String deadline = "2s";

    @Option(names = "--outage", paramLabel = "D", description = "Of the simulated log (1h).")
    private String outage = "1h";

    LabDeadlineCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        common.store().refuse("lab deadline", true);
        Duration limit = LabCommand.duration("--deadline", deadline);
        Duration away = LabCommand.duration("--outage", outage);
        DeadlinePlan plan = LabCommand.plan(() -> new DeadlinePlan(limit, away));
        try (LabBench bench = LabCommand.embeddedBench(common.store().load(console));
                Silence silence = new Silence(limit)) {
            DeadlineResult result = new DeadlineStudy(plan, silence.targets(), bench.workbench()).run();
            figure.draw(console, DeadlineFigure.of(plan, result));
            return LabCommand.print(console, common, LabTrials.deadline(result), "calls", "outages");
        }
    }
}
