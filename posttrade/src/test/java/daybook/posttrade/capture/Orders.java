package daybook.posttrade.capture;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Events of the exchange, as capture gets them. */
final class Orders {
    private final List<Event> events = new ArrayList<>();

    List<Event> events() {
        return List.copyOf(events);
    }

    Orders instrument(String symbol) {
        Instrument terms = new Instrument(symbol, 2, 0, 4, 5, 1, 150_000, 10, 0, 0, "INR");
        events.add(new InstrumentChanged(next(), time(), terms));
        return this;
    }

    Orders accepted(long orderId, String account, String symbol, Side side, long quantity, long price) {
        events.add(new OrderAccepted(
                next(),
                time(),
                orderId,
                "c" + orderId,
                account,
                symbol,
                side,
                OrderType.LIMIT,
                TimeInForce.GTC,
                price,
                quantity));
        return this;
    }

    Orders modified(long orderId, String account, String symbol, long quantity, long price) {
        events.add(new OrderModified(next(), time(), orderId, account, symbol, price, quantity, quantity));
        return this;
    }

    Orders cancelled(long orderId, String account, String symbol, long quantity) {
        events.add(new OrderCancelled(next(), time(), orderId, account, symbol, quantity, CancelReason.CLIENT_REQUEST));
        return this;
    }

    Orders rejected(String account) {
        events.add(new OrderRejected(next(), time(), 0, "c", account, "NOPE", RejectReason.UNKNOWN_SYMBOL));
        return this;
    }

    Orders trade(long tradeId, String symbol, long quantity, long price, long buyOrderId, long sellOrderId) {
        events.add(new Trade(
                next(),
                time(),
                tradeId,
                symbol,
                price,
                quantity,
                Side.BUY,
                buyOrderId,
                sellOrderId,
                "acct-" + buyOrderId % 5,
                "acct-" + sellOrderId % 5));
        return this;
    }

    /** Order ids are even for buys and odd for sells; each pair of orders trades twice, is modified and cancelled. */
    static List<Event> random(long seed, int pairs) {
        Random random = new Random(seed);
        Orders orders = new Orders().instrument("INFY").instrument("TCS");
        for (int i = 1; i <= pairs; i++) {
            long buy = 2L * i;
            long sell = buy + 1;
            String symbol = random.nextBoolean() ? "INFY" : "TCS";
            long price = 150_000 + 5L * random.nextInt(100);
            orders.accepted(sell, "acct-" + sell % 5, symbol, Side.SELL, 20, price)
                    .accepted(buy, "acct-" + buy % 5, symbol, Side.BUY, 30, price)
                    .trade(2L * i - 1, symbol, 1 + random.nextInt(9), price, buy, sell)
                    .modified(sell, "acct-" + sell % 5, symbol, 15, price)
                    .trade(2L * i, symbol, 1 + random.nextInt(5), price, buy, sell)
                    .cancelled(buy, "acct-" + buy % 5, symbol, 5)
                    .rejected("acct-1");
        }
        return orders.events();
    }

    private long next() {
        return events.size() + 1L;
    }

    private long time() {
        return 1_000L * next();
    }
}
