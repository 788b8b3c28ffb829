package daybook.app.reports;

import daybook.app.Json;
import daybook.posttrade.board.BoardReader;
import daybook.posttrade.capture.CaptureReader;
import daybook.posttrade.capture.OrderRowView;
import daybook.posttrade.capture.TradeView;
import daybook.posttrade.ledger.FillView;
import daybook.posttrade.ledger.LedgerReader;
import daybook.posttrade.ledger.PositionView;
import daybook.posttrade.ledger.ProfitView;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows from the tables of capture, ledger and board. */
public final class StoredReports implements Reports {
    private static final long MICROS = 1_000_000;

    private final CaptureReader capture;
    private final LedgerReader ledger;
    private final BoardReader board;

    public StoredReports(CaptureReader capture, LedgerReader ledger, BoardReader board) {
        this.capture = capture;
        this.ledger = ledger;
        this.board = board;
    }

    @Override
    public List<Map<String, Object>> positions(Filter filter) {
        return ledger.positions(of(filter)).stream()
                .limit(filter.limit())
                .map(StoredReports::position)
                .toList();
    }

    @Override
    public List<Map<String, Object>> profits(Filter filter) {
        return ledger.profits(of(filter)).stream()
                .limit(filter.limit())
                .map(StoredReports::profit)
                .toList();
    }

    @Override
    public List<Map<String, Object>> fills(Filter filter) {
        return ledger.fills(of(filter), filter.limit()).stream()
                .map(StoredReports::fill)
                .toList();
    }

    @Override
    public List<Map<String, Object>> trades(Filter filter) {
        return capture.trades(of(filter), filter.limit()).stream()
                .map(StoredReports::trade)
                .toList();
    }

    @Override
    public List<Map<String, Object>> orders(Filter filter) {
        return capture.orders(of(filter), filter.limit()).stream()
                .map(StoredReports::order)
                .toList();
    }

    @Override
    public List<Map<String, Object>> leaderboard(int limit) {
        return board.leaderboard(limit).stream()
                .map(s -> Json.fields(
                        "rank", s.rank(),
                        "account", s.account(),
                        "currency", s.currency(),
                        "net", text(s.net()),
                        "realised", text(s.realised()),
                        "unrealised", text(s.unrealised()),
                        "charges", text(s.charges()),
                        "pending", s.pending()))
                .toList();
    }

    private static Map<String, Object> position(PositionView p) {
        Map<String, Object> row = Json.fields(
                "account", p.account(), "symbol", p.symbol(), "currency", p.currency(), "quantity", text(p.quantity()));
        putIfThere(row, "averagePrice", p.averagePrice());
        row.putAll(Json.fields(
                "mark", text(p.mark()),
                "realised", text(p.realised()),
                "unrealised", text(p.unrealised()),
                "charges", text(p.charges()),
                "net", text(p.net()),
                "cash", text(p.cash()),
                "bought", text(p.bought()),
                "sold", text(p.sold()),
                "fills", p.fills(),
                "pending", p.pending()));
        return row;
    }

    private static Map<String, Object> profit(ProfitView p) {
        return Json.fields(
                "account", p.account(),
                "currency", p.currency(),
                "realised", text(p.realised()),
                "unrealised", text(p.unrealised()),
                "charges", text(p.charges()),
                "net", text(p.net()),
                "cash", text(p.cash()),
                "pending", p.pending());
    }

    private static Map<String, Object> fill(FillView f) {
        Map<String, Object> row = Json.fields(
                "fillId", f.fillId(),
                "tradeId", f.tradeId(),
                "seq", f.seq(),
                "time", time(f.timeMicros()),
                "account", f.account(),
                "symbol", f.symbol(),
                "side", f.side().name(),
                "price", text(f.price()),
                "quantity", text(f.quantity()),
                "orderId", f.orderId(),
                "liquidity", f.liquidity().name(),
                "charges", text(f.charges()),
                "currency", f.currency());
        putIfThere(row, "correctedPrice", f.correctedPrice());
        putIfThere(row, "correctedQuantity", f.correctedQuantity());
        return row;
    }

    private static Map<String, Object> trade(TradeView t) {
        return Json.fields(
                "tradeId", t.tradeId(),
                "seq", t.seq(),
                "time", time(t.timeMicros()),
                "symbol", t.symbol(),
                "price", text(t.price()),
                "quantity", text(t.quantity()),
                "aggressorSide", t.aggressorSide().name(),
                "buyOrderId", t.buyOrderId(),
                "sellOrderId", t.sellOrderId(),
                "buyAccount", t.buyAccount(),
                "sellAccount", t.sellAccount());
    }

    private static Map<String, Object> order(OrderRowView o) {
        Map<String, Object> row = Json.fields(
                "orderId", o.orderId(),
                "clientOrderId", o.clientOrderId(),
                "account", o.account(),
                "symbol", o.symbol(),
                "side", o.side().name(),
                "type", o.orderType().name(),
                "timeInForce", o.timeInForce().name());
        putIfThere(row, "price", o.price());
        row.putAll(Json.fields(
                "quantity", text(o.quantity()),
                "filledQuantity", text(o.filled()),
                "cancelledQuantity", text(o.cancelled()),
                "status", o.status().name(),
                "acceptedAt", time(o.acceptedMicros())));
        putIfThere(row, "averagePrice", o.averagePrice());
        o.cancelReason().ifPresent(reason -> row.put("cancelReason", reason));
        return row;
    }

    private static void putIfThere(Map<String, Object> row, String name, Optional<BigDecimal> value) {
        value.ifPresent(v -> row.put(name, text(v)));
    }

    private static String text(BigDecimal value) {
        return value.toPlainString();
    }

    private static String time(long micros) {
        return Instant.ofEpochSecond(micros / MICROS, micros % MICROS * 1_000).toString();
    }

    private static daybook.posttrade.Filter of(Filter filter) {
        return new daybook.posttrade.Filter(
                filter.account().orElse(""), filter.symbol().orElse(""));
    }
}
