package daybook.exchange.reference;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderView;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The engine with one instrument, driven in the words of a printed example: order names, decimals, one account per order or group. */
public final class DecimalVenue {
    private static final int PRICE_SCALE = 4;
    private static final int QUANTITY_SCALE = 4;
    private static final String SYMBOL = "CASE";

    private final MatchingEngine engine = new MatchingEngine();
    private final List<Event> events = new ArrayList<>();
    private final EventRecords records = new EventRecords(events::add);
    private final Map<String, Long> ids = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private long time = 1_000_000;

    public DecimalVenue(SessionState state) {
        apply(new Command.ChangeInstrument(new Instrument(
                SYMBOL, PRICE_SCALE, QUANTITY_SCALE, PRICE_SCALE + QUANTITY_SCALE, 1, 1, 1, 0, 0, 0, "USD")));
        apply(new Command.SetSession(state));
    }

    public void account(String account, SelfTradeMode mode) {
        apply(new Command.ChangeAccount(new Account(account, true, mode, 0, 0, 0)));
    }

    public void session(SessionState state) {
        apply(new Command.SetSession(state));
    }

    /** @param price decimal, or "MKT" */
    public void order(String account, String name, Side side, String quantity, String price, TimeInForce timeInForce) {
        boolean market = price.equals("MKT");
        OrderType type = market ? OrderType.MARKET : OrderType.LIMIT;
        apply(new Command.NewOrder(
                account,
                name,
                SYMBOL,
                side,
                type,
                timeInForce,
                market ? 0 : units(price, PRICE_SCALE),
                units(quantity, QUANTITY_SCALE)));
    }

    public void amend(String account, String name, String price, String quantity) {
        apply(new Command.AmendOrder(account, id(name), units(price, PRICE_SCALE), units(quantity, QUANTITY_SCALE)));
    }

    public void cancel(String account, String name) {
        apply(new Command.CancelOrder(account, id(name)));
    }

    /** All events since the beginning, or since the last call. */
    public List<Event> drain() {
        List<Event> drained = List.copyOf(events);
        events.clear();
        return drained;
    }

    public String name(long orderId) {
        return names.getOrDefault(orderId, "order " + orderId);
    }

    public OrderView view(String name) {
        return engine.order(id(name)).orElseThrow();
    }

    /** The orders that rest on a side, as {@code name quantity@price}: best first, then in the order of accounts and acceptance. */
    public List<String> side(Side side) {
        List<OrderView> open = new ArrayList<>();
        engine.accounts().forEach(account -> open.addAll(engine.openOrders(account.accountId())));
        return open.stream()
                .filter(order -> order.side() == side && order.price() > 0)
                .sorted((a, b) ->
                        side == Side.BUY ? Long.compare(b.price(), a.price()) : Long.compare(a.price(), b.price()))
                .map(order -> name(order.orderId()) + " "
                        + quantity(order.quantity() - order.filledQuantity() - order.cancelledQuantity()) + "@"
                        + price(order.price()))
                .toList();
    }

    public static String price(long units) {
        return plain(BigDecimal.valueOf(units, PRICE_SCALE));
    }

    public static String quantity(long units) {
        return plain(BigDecimal.valueOf(units, QUANTITY_SCALE));
    }

    public static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private long id(String name) {
        Long id = ids.get(name);
        if (id == null) {
            throw new IllegalArgumentException("name: " + name + " (expected: an accepted order)");
        }
        return id;
    }

    private static long units(String number, int scale) {
        return new BigDecimal(number).movePointRight(scale).longValueExact();
    }

    private void apply(Command command) {
        int before = events.size();
        engine.apply(command, time++, records);
        for (Event event : events.subList(before, events.size())) {
            if (event.kind() == Event.Kind.ORDER_ACCEPTED) {
                OrderAccepted accepted = (OrderAccepted) event;
                ids.put(accepted.clientOrderId(), accepted.orderId());
                names.put(accepted.orderId(), accepted.clientOrderId());
            }
        }
    }
}
