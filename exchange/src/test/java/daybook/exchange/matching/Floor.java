package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.exchange.BookView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A trading floor with one symbol, ABC, whose orders have names: the name of an order is its client order id, and its account too
 * unless one is given. What happens is heard as short sentences; a trade is "maker/taker quantity@price".
 */
final class Floor {
    static final String ABC = "ABC";
    static final Instrument PLAIN = new Instrument(ABC, 0, 0, 0, 1, 1, 100, 0, 0, 0, "USD");

    final MatchingEngine engine = new MatchingEngine();
    final List<Event> events = new ArrayList<>();
    private final Map<String, Long> orderIds = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private int spoken;
    private long time = 1_000_000;

    /** Open for continuous trading, without any rule but whole ticks and lots. */
    static Floor open() {
        return in(SessionState.OPEN, PLAIN);
    }

    static Floor in(SessionState state, Instrument instrument) {
        Floor floor = new Floor();
        floor.apply(new Command.ChangeInstrument(instrument));
        floor.apply(new Command.SetSession(state));
        floor.heard();
        return floor;
    }

    static Account account(String accountId, SelfTradeMode mode) {
        return new Account(accountId, true, mode, 0, 0, 0);
    }

    Floor with(Account account) {
        apply(new Command.ChangeAccount(account));
        heard();
        return this;
    }

    Floor later(long micros) {
        time += micros;
        return this;
    }

    Floor session(SessionState state) {
        apply(new Command.SetSession(state));
        return this;
    }

    Floor buy(String name, long quantity, long price) {
        return limit(name, name, Side.BUY, TimeInForce.GTC, quantity, price);
    }

    Floor sell(String name, long quantity, long price) {
        return limit(name, name, Side.SELL, TimeInForce.GTC, quantity, price);
    }

    Floor limit(String account, String name, Side side, TimeInForce timeInForce, long quantity, long price) {
        return enter(account, name, side, OrderType.LIMIT, timeInForce, quantity, price);
    }

    Floor market(String name, Side side, long quantity) {
        return enter(name, name, side, OrderType.MARKET, TimeInForce.DAY, quantity, 0);
    }

    Floor enter(
            String account,
            String name,
            Side side,
            OrderType type,
            TimeInForce timeInForce,
            long quantity,
            long price) {
        know(account);
        apply(new Command.NewOrder(account, name, ABC, side, type, timeInForce, price, quantity));
        return this;
    }

    Floor load(String name, Side side, long quantity, long price) {
        know(name);
        apply(new Command.LoadOrder(name, name, ABC, side, price, quantity));
        return this;
    }

    private void know(String account) {
        if (engine.accounts().stream().noneMatch(known -> known.accountId().equals(account))) {
            apply(new Command.ChangeAccount(account(account, SelfTradeMode.CANCEL_RESTING)));
        }
    }

    Floor amend(String account, String name, long price, long quantity) {
        know(account);
        apply(new Command.AmendOrder(account, id(name), price, quantity));
        return this;
    }

    Floor cancel(String account, String name) {
        know(account);
        apply(new Command.CancelOrder(account, id(name)));
        return this;
    }

    long id(String name) {
        return orderIds.getOrDefault(name, 999_999L);
    }

    Floor apply(Command command) {
        engine.apply(command, time, new EventRecords(this::hear));
        return this;
    }

    private void hear(Event event) {
        events.add(event);
        if (event instanceof OrderAccepted accepted) {
            String name = accepted.clientOrderId();
            orderIds.put(name, accepted.orderId());
            names.put(accepted.orderId(), name);
        }
    }

    /** What happened since the last call, but for accounts that were added on the way. */
    List<String> heard() {
        List<String> sentences = events.subList(spoken, events.size()).stream()
                .filter(event -> event.kind() != Event.Kind.ACCOUNT_CHANGED)
                .map(this::sentence)
                .toList();
        spoken = events.size();
        return sentences;
    }

    /** The trades since the last call of this or of {@link #heard()}. */
    List<String> trades() {
        return heard().stream().filter(sentence -> sentence.contains("/")).toList();
    }

    private String sentence(Event event) {
        if (event instanceof OrderAccepted accepted) {
            return accepted.clientOrderId() + " accepted";
        } else if (event instanceof OrderRejected rejected) {
            String who = rejected.clientOrderId().isEmpty() ? name(rejected.orderId()) : rejected.clientOrderId();
            return who + " rejected " + rejected.reason();
        } else if (event instanceof OrderCancelled cancelled) {
            return name(cancelled.orderId()) + " cancelled " + cancelled.cancelledQuantity() + " " + cancelled.reason();
        } else if (event instanceof OrderModified modified) {
            return name(modified.orderId()) + " modified " + modified.quantity() + "@" + modified.price() + " open "
                    + modified.leavesQuantity();
        } else if (event instanceof Trade trade) {
            String buyer = name(trade.buyOrderId());
            String seller = name(trade.sellOrderId());
            String pair = trade.aggressorSide() == Side.BUY ? seller + "/" + buyer : buyer + "/" + seller;
            return pair + " " + trade.quantity() + "@" + trade.price();
        }
        return event.kind().toString();
    }

    private String name(long orderId) {
        return names.getOrDefault(orderId, "?");
    }

    /** Bids, best first, then asks: "10@99 | 5@101, 5@102". */
    String depth() {
        BookView book = engine.book(ABC, 100).orElseThrow();
        return levels(book.bids()) + " | " + levels(book.asks());
    }

    private static String levels(List<BookView.Level> levels) {
        return levels.stream()
                .map(level -> level.quantity() + "@" + level.price())
                .collect(Collectors.joining(", "));
    }

    long open(String name) {
        return engine.openQuantity(id(name));
    }
}
