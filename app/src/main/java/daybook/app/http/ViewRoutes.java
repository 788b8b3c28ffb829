package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.events.Instrument;
import daybook.events.Timeframe;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.Level;
import daybook.posttrade.market.TradeTick;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What everybody may see of the market, as this process sees it: as of a seq, which the exchange may be ahead of. */
final class ViewRoutes {
    private static final Access EVERYBODY = Access.LOCAL_OR_VIEWER;
    private static final int MOST_BARS = 10_000;

    private final MarketDesk desk;

    ViewRoutes(MarketDesk desk) {
        this.desk = desk;
    }

    /** Where the exchange itself answers for book and trades. */
    List<Route> bars() {
        return List.of(Route.get(
                "/api/v1/bars/{symbol}",
                EVERYBODY,
                "Bars of trades, oldest first: the last ones, or those from a time on.",
                this::bars,
                "timeframe",
                "from",
                "limit"));
    }

    /** In a replica. */
    List<Route> all() {
        List<Route> routes = new ArrayList<>(bars());
        routes.add(Route.get("/api/v1/book/{symbol}", EVERYBODY, "Price levels, best first.", this::book, "depth"));
        routes.add(Route.get("/api/v1/trades/{symbol}", EVERYBODY, "Trades, newest first.", this::trades, "limit"));
        return routes;
    }

    private Answer book(Call call) {
        int depth = call.number("depth", 10, 1_000);
        Instrument instrument = instrument(call);
        BookState book =
                desk.view().book(instrument.symbol()).orElseThrow(() -> HttpError.notFound("symbol: no such thing"));
        return Answer.ok(json(book, depth, instrument));
    }

    private Answer trades(Call call) {
        Instrument instrument = instrument(call);
        List<TradeTick> newestFirst =
                new ArrayList<>(desk.view().lastTrades(instrument.symbol(), call.number("limit", 50, 1_000)));
        Collections.reverse(newestFirst);
        return Answer.ok(
                newestFirst.stream().map(tick -> trade(tick, instrument)).toList());
    }

    private Answer bars(Call call) {
        Instrument instrument = instrument(call);
        String named = call.query("timeframe").orElse("1m");
        Timeframe timeframe = Timeframe.of(named)
                .orElseThrow(() -> HttpError.malformed("timeframe: not accepted (expected: " + Timeframe.NAMES + ")"));
        int limit = call.number("limit", 500, MOST_BARS);
        List<Bar> bars = call.query("from").isPresent()
                ? desk.from(
                        instrument.symbol(),
                        timeframe,
                        micros(call.query("from").orElse("")),
                        limit)
                : desk.last(instrument.symbol(), timeframe, limit);
        return Answer.ok(bars.stream().map(bar -> bar(bar, instrument)).toList());
    }

    private Instrument instrument(Call call) {
        return desk.view().instrument(call.path("symbol")).orElseThrow(this::unknown);
    }

    /** Before it has read to the end it does not know what there is. */
    private HttpError unknown() {
        return desk.view().isCurrent()
                ? HttpError.notFound("symbol: no such thing")
                : new HttpError(503, "UNAVAILABLE", "market: still reading; try again later");
    }

    private static long micros(String text) {
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text));
        } catch (DateTimeException | ArithmeticException notATime) {
            throw HttpError.malformed("from: not accepted (expected: a time as 2026-01-05T03:45:00Z)");
        }
    }

    static Map<String, Object> json(BookState book, int depth, Instrument instrument) {
        Map<String, Object> said = Json.fields(
                "symbol", book.symbol(),
                "seq", book.seq(),
                "state", book.state().name(),
                "bids", levels(book.bids(), depth, instrument),
                "asks", levels(book.asks(), depth, instrument));
        if (!book.whole()) {
            said.put("pending", true);
        }
        return said;
    }

    private static List<Map<String, Object>> levels(List<Level> levels, int depth, Instrument instrument) {
        return levels.stream()
                .limit(depth)
                .map(level -> Json.fields(
                        "price", DecimalText.format(level.price(), instrument.priceScale()),
                        "quantity", DecimalText.format(level.quantity(), instrument.quantityScale()),
                        "orders", level.orders()))
                .toList();
    }

    private static Map<String, Object> trade(TradeTick tick, Instrument instrument) {
        return Json.fields(
                "tradeId", tick.tradeId(),
                "seq", tick.seq(),
                "time", time(tick.timeMicros()),
                "symbol", tick.symbol(),
                "price", DecimalText.format(tick.price(), instrument.priceScale()),
                "quantity", DecimalText.format(tick.quantity(), instrument.quantityScale()),
                "aggressorSide", tick.aggressor().name());
    }

    private static Map<String, Object> bar(Bar bar, Instrument instrument) {
        return Json.fields(
                "start", time(bar.startMicros()),
                "end", time(bar.endMicros()),
                "open", DecimalText.format(bar.open(), instrument.priceScale()),
                "high", DecimalText.format(bar.high(), instrument.priceScale()),
                "low", DecimalText.format(bar.low(), instrument.priceScale()),
                "close", DecimalText.format(bar.close(), instrument.priceScale()),
                "volume", DecimalText.format(bar.volume(), instrument.quantityScale()),
                "vwap", DecimalText.format(bar.vwap(), instrument.priceScale()),
                "count", bar.trades(),
                "closed", bar.closed());
    }

    private static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
