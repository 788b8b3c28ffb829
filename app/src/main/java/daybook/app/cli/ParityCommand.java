package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.venue.PostTrade;
import daybook.strategies.ClosedBar;
import daybook.strategies.parity.Parity;
import daybook.strategies.parity.ParityReport;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares what the clock recorded with what lies on the log, and what was to be evaluated with what was. */
@Command(
        name = "parity",
        description =
                "Compare, by id, the bars that the clock has closed with those on the log, and the evaluations that were "
                        + "due with those that there are. Exit 6 on any difference.",
        footer = {"", "Examples:", "  daybook parity", "  daybook parity --from 2026-01-05T04:00:00Z --json"})
final class ParityCommand implements Callable<Integer> {
    private static final int NAMED = 100;

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private ParityOptions options = new ParityOptions();

    ParityCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.existing(console);
        try (PostTrade postTrade = place.postTrade();
                LogView view = LogView.of(place)) {
            Parity parity = new Parity(postTrade.strategyDatabase(), view.log(), view.topics());
            ParityReport report = parity.compare(options.window(postTrade.strategyDatabase()));
            common.output().print(console, json(report));
            return (report.isEqual() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }
    }

    private static Map<String, Object> json(ParityReport report) {
        ParityReport.Bars bars = report.bars();
        ParityReport.Evaluations evaluations = report.evaluations();
        return Json.fields(
                "from", time(report.window().afterMicros()),
                "to", time(report.window().untilMicros()),
                "recorded", bars.recorded(),
                "published", bars.published(),
                "duplicates", bars.duplicates(),
                "unreadable", bars.unreadable(),
                "retainedAway", bars.retainedAway(),
                "missing", named(bars.missing()),
                "extra", named(bars.extra()),
                "different", named(bars.different()),
                "waiting", bars.waiting(),
                "expectedEvaluations", evaluations.expected(),
                "evaluations", evaluations.evaluated(),
                "missingEvaluations", evaluations.missingCount(),
                "extraEvaluations", evaluations.extraCount(),
                "equal", report.isEqual());
    }

    private static List<String> named(List<ClosedBar> bars) {
        return bars.stream()
                .limit(NAMED)
                .map(bar -> bar.series().text() + " " + bar.token())
                .toList();
    }

    private static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
