package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.lab.probe.CapacityProbe;
import daybook.lab.probe.ProbePlan;
import daybook.lab.probe.ProbeResult;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The capacity probe. */
@Command(
        name = "probe",
        description =
                "How many strategies a second are set up, found due, put into batches and evaluated, in this process without "
                        + "a log or a database. Exit 6 unless each is evaluated once.",
        footer = {"", "Examples:", "  daybook lab probe", "  daybook lab probe --strategies 100000 --json"})
final class LabProbeCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Option(names = "--strategies", paramLabel = "N", description = "That listen to one bar (5000).")
    private int strategies = ProbePlan.DEFAULT.strategies();

    @Option(names = "--shards", paramLabel = "N", description = "That they are spread over (128).")
    private int shards = ProbePlan.DEFAULT.shards();

    @Option(names = "--batch", paramLabel = "N", description = "Most strategies in a batch (250).")
    private int batch = ProbePlan.DEFAULT.batchSize();

    @Option(names = "--workers", paramLabel = "N", description = "Threads that evaluate (16).")
    private int workers = ProbePlan.DEFAULT.workers();

    LabProbeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ProbePlan plan = LabCommand.plan(() -> new ProbePlan(strategies, shards, batch, workers));
        ProbeResult result = new CapacityProbe(plan).run();
        common.output().print(console, json(result));
        return (result.pass() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    private static Map<String, Object> json(ProbeResult result) {
        return Json.fields(
                "strategies", result.strategies(),
                "shards", result.shards(),
                "batchSize", result.batchSize(),
                "batches", result.batches(),
                "evaluations", result.evaluations(),
                "intents", result.intents(),
                "startPerSecond", result.startPerSecond(),
                "wakePerSecond", result.wakePerSecond(),
                "dispatchPerSecond", result.dispatchPerSecond(),
                "evaluatePerSecond", result.evaluatePerSecond(),
                "pass", result.pass());
    }
}
