package daybook.app.cli;

import daybook.app.DecimalText;
import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.bars.BarFile;
import daybook.app.venue.PostTrade;
import daybook.events.Timeframe;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import daybook.posttrade.market.BarKey;
import daybook.posttrade.market.BarStore;
import daybook.posttrade.market.MarketReader;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Bars: this venue's, and those of others. */
@Command(
        name = "bars",
        description = "Bars of trades, stored by the market service, and of other venues, from files.",
        subcommands = {BarsCommand.Listing.class, BarsCommand.Import.class, BarsCommand.Export.class},
        footer = {"", "Examples:", "  daybook bars list", "  daybook bars export --symbol INFY --timeframe 1m"})
final class BarsCommand {
    /** Which series there are. */
    @Command(
            name = "list",
            description = "The series that have bars.",
            footer = {"", "Examples:", "  daybook bars list --json"})
    static final class Listing implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Listing(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            try (PostTrade postTrade = common.existing(console).postTrade()) {
                List<Map<String, Object>> rows = postTrade.marketReader().series().stream()
                        .map(series -> Json.fields("key", series.key().text(), "imported", series.imported()))
                        .toList();
                common.output().print(console, rows);
            }
            return ExitCode.OK.code();
        }
    }

    /** From a file into the database. */
    @Command(
            name = "import",
            description =
                    "Import bars of another venue, or trades, which are made into bars of every timeframe: CSV, LEAN's zip, an "
                            + "answer of Kraken's API (docs/formats/bars.md). A bar that is there stays; one that differs is counted.",
            footer = {
                "",
                "Examples:",
                "  daybook bars import trades.csv --series okx:crypto:spot:BTC-USDT",
                "  daybook bars import lean/crypto/coinbase/minute/btcusd/20161007_trade.zip "
                        + "--series coinbase:crypto:spot:BTCUSD",
                "  daybook bars import ohlc.json --series kraken:crypto:spot:XBTUSDT --timeframe 1m",
                "",
                "Exit codes: 0 imported, 2 a bad row (named; nothing is imported), 3 no such file, 6 bars differ from those there"
            })
    static final class Import implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "FILE", description = "May be gzipped (.gz).")
        private @Nullable Path file;

        @Option(
                names = "--series",
                paramLabel = "VENUE:MARKET:TYPE:INSTRUMENT",
                required = true,
                description = "Whose bars they are.")
        private String series = "";

        @Option(
                names = "--timeframe",
                paramLabel = "T",
                description = "Of the bars in the file (" + Timeframe.NAMES + "; default: LEAN's folder, else 1m).")
        private @Nullable String timeframe;

        @Option(names = "--format", paramLabel = "F", description = "csv, lean or kraken (default: by the name).")
        private @Nullable String format;

        @Option(
                names = "--zone",
                paramLabel = "ZONE",
                description = "Where days begin (default: UTC; America/New_York for LEAN's equities).")
        private @Nullable String zone;

        Import(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Path from = file == null ? Path.of("") : file;
            BarKey key =
                    key(series, timeframe == null ? BarFile.timeframeOf(from).text() : timeframe);
            ZoneId days = zone(from);
            BarFile read =
                    BarFile.read(from, format(from), new BarFile.Reading(key.instrument(), key.timeframe(), days));
            List<Bar> bars = new ArrayList<>(read.bars());
            Map<String, Object> said =
                    Json.fields("file", from.toString(), "trades", read.ticks().size());
            if (!read.ticks().isEmpty()) {
                BarBuilder builder = new BarBuilder(key.instrument(), days, List.of(Timeframe.values()));
                read.ticks().forEach(builder::take);
                bars.addAll(builder.closed());
                int made = bars.size();
                long begins = format(from) == BarFile.Format.LEAN // holds a whole day
                        ? Long.MIN_VALUE
                        : read.ticks().get(0).timeMicros();
                bars.removeIf(bar -> bar.startMicros() < begins);
                said.putAll(Json.fields(
                        "late", builder.late(),
                        "duplicates", builder.duplicates(),
                        "cut", made - bars.size(),
                        "unfinished", builder.running().size()));
            }
            boolean same = store(key, bars, said);
            common.output().print(console, said);
            return (same ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }

        private boolean store(BarKey key, List<Bar> bars, Map<String, Object> said) {
            Map<Timeframe, List<Bar>> byTimeframe = new LinkedHashMap<>();
            bars.forEach(bar -> byTimeframe
                    .computeIfAbsent(bar.timeframe(), each -> new ArrayList<>())
                    .add(bar));
            long added = 0;
            long equal = 0;
            long different = 0;
            try (PostTrade postTrade = common.existing(console).postTrade();
                    BarStore store = postTrade.barStore()) {
                for (Map.Entry<Timeframe, List<Bar>> each : byTimeframe.entrySet()) {
                    BarKey own =
                            new BarKey(key.venue(), key.market(), key.marketType(), key.instrument(), each.getKey());
                    BarStore.Outcome outcome = store.add(
                            new MarketReader.Series(own, BarFile.SCALE, BarFile.SCALE, true), each.getValue());
                    added += outcome.added();
                    equal += outcome.equal();
                    different += outcome.different();
                }
            } catch (IllegalArgumentException ours) {
                throw new Failure(ExitCode.USAGE, "--series: " + ours.getMessage(), ours);
            }
            said.putAll(Json.fields("bars", bars.size(), "added", added, "equal", equal, "different", different));
            return different == 0;
        }

        private BarFile.Format format(Path from) {
            if (format == null) {
                return BarFile.formatOf(from);
            }
            try {
                return BarFile.Format.valueOf(format.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException unknown) {
                throw new Failure(ExitCode.USAGE, "--format: " + format + " (expected: csv|lean|kraken)", unknown);
            }
        }

        private ZoneId zone(Path from) {
            try {
                return zone == null ? BarFile.zoneOf(from) : ZoneId.of(zone);
            } catch (DateTimeException unknown) {
                throw new Failure(ExitCode.USAGE, "--zone: " + zone + " (expected: a zone as Asia/Kolkata)", unknown);
            }
        }
    }

    /** From the database to stdout. */
    @Command(
            name = "export",
            description =
                    "Print bars, oldest first, as CSV (or JSON); also of a stopped venue. What is not over is as of the last "
                            + "second.",
            footer = {
                "",
                "Examples:",
                "  daybook bars export --symbol INFY --timeframe 5m > infy.csv",
                "  daybook bars export --series kraken:crypto:spot:XBTUSDT --from 2025-11-10T00:00:00Z --output ndjson"
            })
    static final class Export implements Callable<Integer> {
        private static final int CHUNK = 5_000;

        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--symbol", paramLabel = "S", description = "Of this venue.")
        private @Nullable String symbol;

        @Option(names = "--series", paramLabel = "VENUE:MARKET:TYPE:INSTRUMENT", description = "Of another.")
        private @Nullable String series;

        @Option(names = "--timeframe", paramLabel = "T", description = Timeframe.NAMES + " (1m).")
        private String timeframe = "1m";

        @Option(names = "--from", paramLabel = "TIME", description = "Bars that begin at or after it (RFC 3339).")
        private @Nullable String from;

        @Option(names = "--to", paramLabel = "TIME", description = "Bars that begin before it.")
        private @Nullable String to;

        Export(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if ((symbol == null) == (series == null)) {
                throw new Failure(ExitCode.USAGE, "--symbol, --series: (expected: one of them)");
            }
            BarKey key = series != null ? key(series, timeframe) : key("daybook:cash:spot:" + symbol, timeframe);
            try (PostTrade postTrade = common.existing(console).postTrade()) {
                MarketReader reader = postTrade.marketReader();
                MarketReader.Series stored = reader.series().stream()
                        .filter(each -> each.key().equals(key))
                        .findFirst()
                        .orElseThrow(() -> new Failure(ExitCode.NOT_FOUND, key.text() + ": no such series"));
                print(reader, stored);
            }
            return ExitCode.OK.code();
        }

        private void print(MarketReader reader, MarketReader.Series stored) {
            long next = from == null ? Long.MIN_VALUE : micros("--from", from);
            long end = to == null ? Long.MAX_VALUE : micros("--to", to);
            List<Map<String, Object>> all = new ArrayList<>();
            boolean csv = common.output().form() == OutputOptions.Form.TABLE;
            if (csv) {
                console.out().println("start,end,open,high,low,close,volume,vwap,count,closed");
            }
            while (!console.out().checkError()) {
                List<Bar> bars = reader.bars(stored.key(), new MarketReader.Range(next, end, CHUNK));
                for (Bar bar : bars) {
                    Map<String, Object> row = row(bar, stored);
                    if (csv) {
                        console.out()
                                .println(String.join(
                                        ",",
                                        row.values().stream()
                                                .map(String::valueOf)
                                                .toList()));
                    } else {
                        all.add(row);
                    }
                }
                if (bars.size() < CHUNK) {
                    break;
                }
                next = bars.get(bars.size() - 1).startMicros() + 1;
            }
            if (!csv) {
                common.output().print(console, all);
            }
        }

        private static Map<String, Object> row(Bar bar, MarketReader.Series series) {
            return Json.fields(
                    "start", time(bar.startMicros()),
                    "end", time(bar.endMicros()),
                    "open", DecimalText.format(bar.open(), series.priceScale()),
                    "high", DecimalText.format(bar.high(), series.priceScale()),
                    "low", DecimalText.format(bar.low(), series.priceScale()),
                    "close", DecimalText.format(bar.close(), series.priceScale()),
                    "volume", DecimalText.format(bar.volume(), series.quantityScale()),
                    "vwap", DecimalText.format(bar.vwap(), series.priceScale()),
                    "count", bar.trades(),
                    "closed", bar.closed());
        }

        private static String time(long micros) {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
        }

        private static long micros(String option, String text) {
            try {
                return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text));
            } catch (DateTimeException | ArithmeticException notATime) {
                throw new Failure(
                        ExitCode.USAGE, option + ": " + text + " (expected: a time as 2026-01-05T03:45:00Z)", notATime);
            }
        }
    }

    private static BarKey key(String series, String timeframe) {
        try {
            return BarKey.parse("bar:" + series + ":" + timeframe);
        } catch (IllegalArgumentException malformed) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--series, --timeframe: " + malformed.getMessage() + " (expected: VENUE:MARKET:TYPE:INSTRUMENT)",
                    malformed);
        }
    }
}
