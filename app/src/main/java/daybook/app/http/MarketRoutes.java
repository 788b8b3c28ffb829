package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.app.reports.Filter;
import daybook.app.reports.Reports;
import daybook.events.Instrument;
import daybook.exchange.BookView;
import daybook.exchange.Indication;
import daybook.exchange.VenueQueries;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What everybody may see of the market. */
final class MarketRoutes {
    private final VenueQueries venue;
    private final Listings listings;
    private final Waiting waiting;
    private final Reports reports;

    MarketRoutes(HttpParts parts) {
        this.venue = parts.venue();
        this.listings = parts.listings();
        this.waiting = parts.waiting();
        this.reports = parts.reports();
    }

    List<Route> routes() {
        Access everybody = Access.LOCAL_OR_VIEWER;
        return List.of(
                Route.get("/api/v1/symbols", everybody, "What is listed.", this::symbols),
                Route.get(
                        "/api/v1/book/{symbol}",
                        everybody,
                        "Price levels, best first; in an auction what an uncross would do now.",
                        this::book,
                        "depth"),
                Route.get("/api/v1/trades/{symbol}", everybody, "Trades, newest first.", this::trades, "limit"),
                Route.get("/api/v1/leaderboard", everybody, "Accounts by profit.", this::leaderboard, "limit"));
    }

    private Answer symbols(Call call) {
        return Answer.ok(listings.instruments().stream().map(MarketRoutes::json).toList());
    }

    private Answer book(Call call) {
        int depth = call.number("depth", 10, 1_000);
        String symbol = call.path("symbol");
        Instrument instrument = instrument(symbol);
        Shown shown =
                waiting.forAnswer(venue.query(state -> new Shown(state.book(symbol, depth), state.indication(symbol))));
        BookView book = shown.book.orElseThrow(() -> HttpError.notFound("symbol: no such thing"));
        Map<String, Object> body = Json.fields(
                "symbol", symbol,
                "seq", book.seq(),
                "bids", book.bids().stream().map(l -> level(l, instrument)).toList(),
                "asks", book.asks().stream().map(l -> level(l, instrument)).toList());
        shown.indication.ifPresent(i -> body.put("indicative", indicative(i, instrument)));
        return Answer.ok(body);
    }

    /** Book and indication of the same moment. */
    private record Shown(Optional<BookView> book, Optional<Indication> indication) {}

    /** What an uncross would do now; there is one only while the book may cross, in an auction. */
    private static Map<String, Object> indicative(Indication i, Instrument instrument) {
        return Json.fields(
                "price", DecimalText.format(i.price(), instrument.priceScale()),
                "quantity", DecimalText.format(i.volume(), instrument.quantityScale()),
                "imbalance", DecimalText.format(i.imbalance(), instrument.quantityScale()));
    }

    private Answer trades(Call call) {
        String symbol = instrument(call.path("symbol")).symbol();
        List<Map<String, Object>> trades = reports.trades(Filter.ofSymbol(symbol, call.number("limit", 50, 1_000)));
        trades.forEach(trade -> trade.keySet().removeIf(name -> name.contains("ccount") || name.contains("rderId")));
        return Answer.ok(trades);
    }

    private Answer leaderboard(Call call) {
        return Answer.ok(reports.leaderboard(call.number("limit", 10, 1_000)));
    }

    private Instrument instrument(String symbol) {
        return listings.instrument(symbol).orElseThrow(() -> HttpError.notFound("symbol: no such thing"));
    }

    private static Map<String, Object> level(BookView.Level level, Instrument instrument) {
        return Json.fields(
                "price", DecimalText.format(level.price(), instrument.priceScale()),
                "quantity", DecimalText.format(level.quantity(), instrument.quantityScale()),
                "orders", level.orders());
    }

    static Map<String, Object> json(Instrument i) {
        return Json.fields(
                "symbol", i.symbol(),
                "priceScale", i.priceScale(),
                "quantityScale", i.quantityScale(),
                "moneyScale", i.moneyScale(),
                "tick", DecimalText.format(i.tick(), i.priceScale()),
                "lot", DecimalText.format(i.lot(), i.quantityScale()),
                "referencePrice", DecimalText.format(i.referencePrice(), i.priceScale()),
                "bandPercent", i.bandPercent(),
                "maxQuantity", DecimalText.format(i.maxQuantity(), i.quantityScale()),
                "maxNotional", DecimalText.format(i.maxNotional(), i.moneyScale()),
                "currency", i.currency());
    }
}
