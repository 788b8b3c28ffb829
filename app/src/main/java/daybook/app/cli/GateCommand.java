package daybook.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.Version;
import daybook.app.venue.PostTrade;
import daybook.strategies.backtest.Replay;
import daybook.strategies.examples.Examples;
import daybook.strategies.parity.FaultSuite;
import daybook.strategies.parity.Gate;
import daybook.strategies.parity.GateCheck;
import daybook.strategies.parity.GateReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the log may be trusted with strategies. */
@Command(
        name = "gate",
        description =
                "Whether strategies may be moved to the log: named checks (parity, replay, dispatched = completed, "
                        + "fencing, drained, and what the fault tests have shown), each with its numbers. Exit 6 unless all pass.",
        footer = {"", "Examples:", "  daybook gate --faults faults.properties", "  daybook gate --json"})
final class GateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private ParityOptions options = new ParityOptions();

    @Option(
            names = "--faults",
            paramLabel = "FILE",
            description =
                    "What the fault tests have shown, as NAME=PASSED/RUN lines and the version; without it they count as not run.")
    private @Nullable Path faults;

    GateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.existing(console);
        Optional<FaultSuite> suite = Optional.ofNullable(faults).map(GateCommand::suite);
        try (PostTrade postTrade = place.postTrade();
                LogView view = LogView.of(place)) {
            Gate gate = new Gate(postTrade.strategyDatabase(), view.log(), view.topics());
            Replay replay = new Replay(postTrade.strategyDatabase(), Examples.catalog());
            GateReport report = gate.report(
                    options.window(postTrade.strategyDatabase()),
                    new Gate.Evidence(Optional.of(replay), suite, Version.RELEASE));
            print(report);
            return (report.isOpen() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }
    }

    private void print(GateReport report) {
        List<Map<String, Object>> checks =
                report.checks().stream().map(GateCommand::json).toList();
        if (common.output().form() == OutputOptions.Form.TABLE) {
            report.checks().forEach(console.out()::println);
            console.out().println(report.isOpen() ? "the gate is open" : "the gate is closed");
        } else {
            common.output().print(console, Json.fields("open", report.isOpen(), "checks", checks));
        }
    }

    private static Map<String, Object> json(GateCheck check) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", check.name());
        json.put("passed", check.passed());
        json.put("numbers", new TreeMap<>(check.numbers()));
        json.put("detail", check.detail());
        return json;
    }

    private static FaultSuite suite(Path file) {
        try {
            return FaultSuite.parse(Files.readString(file, UTF_8));
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.USAGE, "--faults: " + file + " (expected: a file that can be read)", unreadable);
        } catch (IllegalArgumentException malformed) {
            throw new Failure(ExitCode.USAGE, file + ": " + malformed.getMessage(), malformed);
        }
    }
}
