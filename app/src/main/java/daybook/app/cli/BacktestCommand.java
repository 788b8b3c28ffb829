package daybook.app.cli;

import daybook.app.DecimalText;
import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.strategies.MarketBars;
import daybook.app.strategies.Wanted;
import daybook.app.venue.PostTrade;
import daybook.app.venue.StrategySettings;
import daybook.posttrade.market.MarketReader;
import daybook.strategies.ClosedBar;
import daybook.strategies.OrderIntent;
import daybook.strategies.SeriesKey;
import daybook.strategies.backtest.Backtest;
import daybook.strategies.clock.SessionCalendar;
import daybook.strategies.evaluate.EvaluationOptions;
import daybook.strategies.examples.Examples;
import daybook.strategies.subscriptions.StrategyRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a strategy over stored bars. */
@Command(
        name = "backtest",
        description =
                "Run a strategy over stored bars, the venue's own or imported ones (bars list), by the code that evaluates "
                        + "live: the same bars give the same intents. Prints the intents; sends nothing.",
        footer = {
            "",
            "Examples:",
            "  daybook backtest momentum --series INFY:1m --set fast=3 --set slow=8",
            "  daybook bars import trades.csv --series kraken:crypto:spot:XBTUSD && daybook backtest mean-reversion --series bar:kraken:crypto:spot:XBTUSD:1m --json"
        })
final class BacktestCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "KIND", description = "As in strategy kinds.")
    private String kind = "";

    @Option(
            names = "--series",
            required = true,
            paramLabel = "S",
            description =
                    "SYMBOL:TIMEFRAME, or bar:VENUE:MARKET:TYPE:INSTRUMENT:TIMEFRAME; may be given more than once.")
    private List<String> series = new ArrayList<>();

    @Option(names = "--set", paramLabel = "P=N", description = "A parameter; may be given more than once.")
    private Map<String, Long> parameters = new LinkedHashMap<>();

    @Option(names = "--account", paramLabel = "A", description = "Whose orders they would be (backtest).")
    private String account = "backtest";

    @Option(
            names = "--id",
            paramLabel = "N",
            description = "Of the strategy; the ids of its intents follow from it (1).")
    private long id = 1;

    BacktestCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (PostTrade postTrade = common.existing(console).postTrade()) {
            StrategyRow.Setup setup = new Wanted(kind, parameters, account, series).setup();
            List<ClosedBar> bars = bars(postTrade.marketReader(), setup.series());
            Backtest.Result result =
                    new Backtest(Examples.catalog(), EvaluationOptions.DEFAULT.failures()).run(id, setup, bars);
            console.err()
                    .println(result.steps().size() + " bars, "
                            + result.intents().size() + " intents"
                            + (result.failed() ? "; stopped, the strategy failed too often" : ""));
            common.output().print(console, rows(result));
            return (result.failed() ? ExitCode.FAILURE : ExitCode.OK).code();
        } catch (IllegalArgumentException refused) {
            throw new Failure(ExitCode.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Those of several series in the order in which they closed. */
    private static List<ClosedBar> bars(MarketReader reader, List<SeriesKey> wanted) {
        SessionCalendar calendar = StrategySettings.calendar();
        List<ClosedBar> bars = new ArrayList<>();
        for (SeriesKey key : wanted) {
            MarketReader.Series stored = reader.series().stream()
                    .filter(each -> MarketBars.series(each.key()).equals(key))
                    .findFirst()
                    .orElseThrow(() -> new Failure(ExitCode.NOT_FOUND, key.text() + ": no such series; see bars list"));
            bars.addAll(MarketBars.stored(reader, stored, calendar));
        }
        bars.sort(Comparator.comparingLong((ClosedBar bar) -> bar.window().endMicros())
                .thenComparing(ClosedBar::timeframe)
                .thenComparing(bar -> bar.series().text()));
        return bars;
    }

    private static List<Map<String, Object>> rows(Backtest.Result result) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Backtest.Step step : result.steps()) {
            step.intents().forEach(intent -> rows.add(row(step.bar(), intent)));
        }
        return rows;
    }

    private static Map<String, Object> row(ClosedBar bar, OrderIntent intent) {
        OrderIntent.Terms terms = intent.terms();
        return Json.fields(
                "intentId", intent.id().toString(),
                "end",
                        Instant.EPOCH
                                .plus(bar.window().endMicros(), ChronoUnit.MICROS)
                                .toString(),
                "series", bar.series().text(),
                "barToken", bar.token(),
                "symbol", intent.symbol(),
                "side", terms.side().name(),
                "orderType", terms.type().name(),
                "price", DecimalText.format(terms.price(), terms.scales().price()),
                "quantity", DecimalText.format(terms.quantity(), terms.scales().quantity()));
    }
}
