package daybook.posttrade.market;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Events as an exchange decides them, told one by one: numbers them, and has a clock that is set. */
final class Story {
    final List<Event> events = new ArrayList<>();
    private long micros = micros("2026-11-30T09:00:00Z");
    private long orderId;
    private long tradeId;

    static long micros(String time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
    }

    Story at(String time) {
        micros = micros("2026-11-30T" + time + "Z");
        return this;
    }

    Story pass(Duration duration) {
        micros += duration.toNanos() / 1_000;
        return this;
    }

    Story list(String symbol) {
        return add(new InstrumentChanged(seq(), micros, new Instrument(symbol, 2, 0, 2, 5, 1, 10_000, 0, 0, 0, "INR")));
    }

    Story session(SessionState state) {
        return add(new SessionStateChanged(seq(), micros, state));
    }

    /** A limit order good till cancelled. Its id is the number of orders so far. */
    Story order(String symbol, Side side, long price, long quantity) {
        return order(symbol, side, TimeInForce.GTC, price, quantity);
    }

    Story order(String symbol, Side side, TimeInForce time, long price, long quantity) {
        OrderType type = price == 0 ? OrderType.MARKET : OrderType.LIMIT;
        String account = "acct-" + ++orderId % 7;
        return add(new OrderAccepted(
                seq(), micros, orderId, "c" + orderId, account, symbol, side, type, time, price, quantity));
    }

    Story amend(String symbol, long order, long price, long leaves) {
        return add(new OrderModified(seq(), micros, order, "acct-" + order % 7, symbol, price, leaves, leaves));
    }

    Story cancel(String symbol, long order, long quantity, CancelReason reason) {
        return add(new OrderCancelled(seq(), micros, order, "acct-" + order % 7, symbol, quantity, reason));
    }

    /** A trade of two orders. */
    Story trade(String symbol, long price, long quantity, long buy, long sell) {
        return add(new Trade(
                seq(),
                micros,
                ++tradeId,
                symbol,
                price,
                quantity,
                buy > sell ? Side.BUY : Side.SELL,
                buy,
                sell,
                "acct-" + buy % 7,
                "acct-" + sell % 7));
    }

    /** A trade of orders that nobody has seen: enough for bars. */
    Story tick(String symbol, long price, long quantity) {
        return trade(symbol, price, quantity, 0, 0);
    }

    long lastSeq() {
        return events.size();
    }

    private long seq() {
        return events.size() + 1L;
    }

    private Story add(Event event) {
        events.add(event);
        return this;
    }
}
