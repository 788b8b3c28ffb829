package daybook.app.ws;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.events.Instrument;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.Level;
import daybook.posttrade.market.TradeTick;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Market data as on the wire: the same objects as over HTTP, numbers as decimal strings. */
record MarketJson(Instrument instrument) {

    List<Map<String, Object>> levels(List<Level> levels) {
        return levels.stream()
                .map(level -> Json.fields(
                        "price", price(level.price()),
                        "quantity", quantity(level.quantity()),
                        "orders", level.orders()))
                .toList();
    }

    Map<String, Object> trade(TradeTick trade) {
        return Json.fields(
                "tradeId", trade.tradeId(),
                "seq", trade.seq(),
                "time", time(trade.timeMicros()),
                "symbol", trade.symbol(),
                "price", price(trade.price()),
                "quantity", quantity(trade.quantity()),
                "aggressorSide", trade.aggressor().name());
    }

    Map<String, Object> bar(Bar bar) {
        return Json.fields(
                "start", time(bar.startMicros()),
                "end", time(bar.endMicros()),
                "open", price(bar.open()),
                "high", price(bar.high()),
                "low", price(bar.low()),
                "close", price(bar.close()),
                "volume", quantity(bar.volume()),
                "vwap", price(bar.vwap()),
                "count", bar.trades(),
                "closed", bar.closed());
    }

    private String price(long units) {
        return DecimalText.format(units, instrument.priceScale());
    }

    private String quantity(long units) {
        return DecimalText.format(units, instrument.quantityScale());
    }

    private static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
