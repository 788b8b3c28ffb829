package daybook.exchange.reference;

import daybook.events.Account;
import daybook.events.AccountChanged;
import daybook.events.CancelReason;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The venue's rules of matching, written a second time from their text: a book is two sorted lists. It knows no band, no limit, no rate
 * and no kill switch, and never forgets an order. What it decides are whole events, so that nothing of the engine's can differ unseen.
 */
public final class PlainVenue {
    /** An order that was accepted. */
    public static final class Order {
        public final long id;
        final Command.NewOrder terms;
        long price;
        long quantity;
        long traded;
        boolean cancelled;

        Order(long id, Command.NewOrder terms) {
            this.id = id;
            this.terms = terms;
            this.price = terms.price();
            this.quantity = terms.quantity();
        }

        public long open() {
            return cancelled ? 0 : quantity - traded;
        }

        public String account() {
            return terms.accountId();
        }

        public long price() {
            return price;
        }

        public long quantity() {
            return quantity;
        }

        boolean isMarket() {
            return terms.orderType() == OrderType.MARKET;
        }

        boolean isBuy() {
            return terms.side() == Side.BUY;
        }

        /** Whether the order would trade at this price. */
        boolean accepts(long atPrice) {
            return isMarket() || (isBuy() ? atPrice <= price : atPrice >= price);
        }
    }

    /** Two sides, each sorted: market orders first, then by price, then by time. */
    public record Book(List<Order> bids, List<Order> asks) {
        List<Order> side(boolean buy) {
            return buy ? bids : asks;
        }
    }

    private final Map<String, Book> books = new HashMap<>();
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<Long, Order> orders = new HashMap<>();
    private SessionState session = SessionState.CLOSED;
    private boolean auctionPending;
    private long seq;
    private long time;
    private long trades;
    private List<Event> events = new ArrayList<>();

    public Book book(String symbol) {
        Book book = books.get(symbol);
        if (book == null) {
            throw new IllegalArgumentException("symbol: " + symbol + " (expected: one that was added)");
        }
        return book;
    }

    /** Every order ever accepted has 1 to this id. */
    public int lastOrderId() {
        return orders.size();
    }

    public Order order(long id) {
        return Objects.requireNonNull(orders.get(id));
    }

    /** Decides a command at a time in microseconds: the events, in order. */
    public List<Event> apply(Command command, long timeMicros) {
        events = new ArrayList<>();
        time = timeMicros;
        switch (command.kind()) {
            case NEW_ORDER -> newOrder((Command.NewOrder) command);
            case LOAD_ORDER -> loadOrder((Command.LoadOrder) command);
            case AMEND_ORDER -> amend((Command.AmendOrder) command);
            case CANCEL_ORDER -> cancel((Command.CancelOrder) command);
            case CANCEL_ALL -> cancelAll((Command.CancelAll) command);
            case SET_SESSION -> setSession(((Command.SetSession) command).state());
            case CHANGE_INSTRUMENT -> {
                Command.ChangeInstrument change = (Command.ChangeInstrument) command;
                books.putIfAbsent(change.instrument().symbol(), new Book(new ArrayList<>(), new ArrayList<>()));
                events.add(new InstrumentChanged(++seq, time, change.instrument()));
            }
            case CHANGE_ACCOUNT -> {
                Account account = ((Command.ChangeAccount) command).account();
                accounts.put(account.accountId(), account);
                events.add(new AccountChanged(++seq, time, account));
            }
            case CHANGE_KILL_SWITCH -> throw new IllegalArgumentException("command: kill switch (expected: no such)");
        }
        return events;
    }

    private void newOrder(Command.NewOrder command) {
        RejectReason reason = fault(command);
        if (reason != null) {
            events.add(new OrderRejected(
                    ++seq, time, 0, command.clientOrderId(), command.accountId(), command.symbol(), reason));
            return;
        }
        Order order = accept(command);
        if (session == SessionState.OPEN) {
            match(order);
        } else if (command.timeInForce() == TimeInForce.IOC || command.timeInForce() == TimeInForce.FOK) {
            end(order, CancelReason.NO_LIQUIDITY);
        } else {
            rest(order);
        }
    }

    private @Nullable RejectReason fault(Command.NewOrder command) {
        Book book = books.get(command.symbol());
        if (book == null) {
            return RejectReason.UNKNOWN_SYMBOL;
        }
        if (session != SessionState.OPEN && session != SessionState.AUCTION) {
            return RejectReason.SESSION_NOT_OPEN;
        }
        if (command.timeInForce() == TimeInForce.POST_ONLY && command.orderType() == OrderType.MARKET) {
            return RejectReason.WOULD_TAKE;
        }
        Order candidate = new Order(0, command);
        if (session == SessionState.OPEN && command.timeInForce() == TimeInForce.POST_ONLY && meets(candidate)) {
            return RejectReason.WOULD_TAKE;
        }
        boolean kill = session == SessionState.OPEN && command.timeInForce() == TimeInForce.FOK;
        return kill && within(candidate) < candidate.quantity ? RejectReason.CANNOT_FILL : null;
    }

    private void loadOrder(Command.LoadOrder load) {
        rest(accept(new Command.NewOrder(
                load.accountId(),
                load.clientOrderId(),
                load.symbol(),
                load.side(),
                OrderType.LIMIT,
                TimeInForce.GTC,
                load.price(),
                load.quantity())));
    }

    private Order accept(Command.NewOrder terms) {
        Order order = new Order(orders.size() + 1L, terms);
        orders.put(order.id, order);
        events.add(new OrderAccepted(
                ++seq,
                time,
                order.id,
                terms.clientOrderId(),
                terms.accountId(),
                terms.symbol(),
                terms.side(),
                terms.orderType(),
                terms.timeInForce(),
                terms.price(),
                terms.quantity()));
        return order;
    }

    private void amend(Command.AmendOrder command) {
        Order order = orders.get(command.orderId());
        RejectReason reason =
                session == SessionState.OPEN || session == SessionState.AUCTION ? null : RejectReason.SESSION_NOT_OPEN;
        if (reason == null) {
            reason = notFound(order, command.accountId());
        }
        if (reason != null || order == null) {
            reject(command.orderId(), command.accountId(), reason);
            return;
        }
        long price = command.price() == 0 ? order.price : command.price();
        long quantity = command.quantity() == 0 ? order.quantity : command.quantity();
        if (quantity <= order.traded) {
            leave(order, CancelReason.MODIFIED_TO_ZERO);
        } else if (price == order.price && quantity <= order.quantity) {
            order.quantity = quantity;
            modified(order);
        } else {
            enterAgain(order, price, quantity);
        }
    }

    private void enterAgain(Order order, long price, long quantity) {
        Order candidate = new Order(0, order.terms);
        candidate.price = price;
        if (order.isMarket() && price != order.price) {
            reject(order.id, order.account(), RejectReason.INVALID_PRICE);
            return;
        }
        boolean postOnly = order.terms.timeInForce() == TimeInForce.POST_ONLY;
        if (postOnly && session == SessionState.OPEN && meets(candidate)) {
            reject(order.id, order.account(), RejectReason.WOULD_TAKE);
            return;
        }
        remove(order);
        order.price = price;
        order.quantity = quantity;
        modified(order);
        if (session == SessionState.OPEN) {
            match(order);
        } else {
            rest(order);
        }
    }

    private void modified(Order order) {
        events.add(new OrderModified(
                ++seq,
                time,
                order.id,
                order.account(),
                order.terms.symbol(),
                order.price,
                order.quantity,
                order.open()));
    }

    private void cancel(Command.CancelOrder command) {
        Order order = orders.get(command.orderId());
        RejectReason reason = notFound(order, command.accountId());
        if (reason != null || order == null) {
            reject(command.orderId(), command.accountId(), reason);
        } else {
            leave(order, CancelReason.CLIENT_REQUEST);
        }
    }

    private @Nullable RejectReason notFound(@Nullable Order order, String account) {
        if (order == null || !order.account().equals(account)) {
            return RejectReason.UNKNOWN_ORDER;
        }
        if (order.cancelled) {
            return RejectReason.ORDER_CANCELLED;
        }
        return order.open() == 0 ? RejectReason.ORDER_FILLED : null;
    }

    private void reject(long orderId, String account, @Nullable RejectReason reason) {
        events.add(new OrderRejected(
                ++seq, time, orderId, "", account, "", reason == null ? RejectReason.UNKNOWN_ORDER : reason));
    }

    private void cancelAll(Command.CancelAll command) {
        openOrders(command.accountId()).stream()
                .filter(order ->
                        command.symbol().isEmpty() || order.terms.symbol().equals(command.symbol()))
                .forEach(order -> leave(order, CancelReason.CLIENT_REQUEST));
    }

    /** In the order of acceptance. */
    private List<Order> openOrders(String account) {
        return books.values().stream()
                .flatMap(book -> Stream.concat(book.bids.stream(), book.asks.stream()))
                .filter(order -> order.account().equals(account))
                .sorted(Comparator.comparingLong(order -> order.id))
                .toList();
    }

    private void setSession(SessionState state) {
        if (state == SessionState.OPEN && auctionPending) {
            // In the order in which the symbols were added; the test adds them in the order of their names.
            books.keySet().stream().sorted().forEach(symbol -> uncross(book(symbol)));
            auctionPending = false;
        }
        session = state;
        events.add(new SessionStateChanged(++seq, time, state));
        auctionPending |= state == SessionState.AUCTION;
        if (state == SessionState.CLOSED) {
            for (String account : accounts.keySet()) {
                openOrders(account).stream()
                        .filter(order -> order.isMarket() || order.terms.timeInForce() == TimeInForce.DAY)
                        .forEach(order -> leave(order, CancelReason.EXPIRED));
            }
        }
    }

    private void match(Order incoming) {
        SelfTradeMode mode = accountOf(incoming).selfTradeMode();
        List<Order> opposite = book(incoming.terms.symbol()).side(!incoming.isBuy());
        while (incoming.open() > 0 && meets(incoming)) {
            Order resting = opposite.get(0);
            if (mode == SelfTradeMode.NONE || !resting.account().equals(incoming.account())) {
                trade(incoming, resting, resting.price, Math.min(incoming.open(), resting.open()), incoming.isBuy());
                continue;
            }
            if (mode != SelfTradeMode.CANCEL_INCOMING) {
                leave(resting, CancelReason.SELF_TRADE_PREVENTION);
            }
            if (mode != SelfTradeMode.CANCEL_RESTING) {
                end(incoming, CancelReason.SELF_TRADE_PREVENTION);
                return;
            }
        }
        if (incoming.open() == 0) {
            return;
        }
        boolean ends = incoming.isMarket()
                || incoming.terms.timeInForce() == TimeInForce.IOC
                || incoming.terms.timeInForce() == TimeInForce.FOK;
        if (ends) {
            end(incoming, CancelReason.NO_LIQUIDITY);
        } else {
            rest(incoming);
        }
    }

    private boolean meets(Order incoming) {
        List<Order> opposite = book(incoming.terms.symbol()).side(!incoming.isBuy());
        return !opposite.isEmpty() && incoming.accepts(opposite.get(0).price);
    }

    /** How much of a new order could trade now. */
    private long within(Order incoming) {
        SelfTradeMode mode = accountOf(incoming).selfTradeMode();
        long sum = 0;
        for (Order resting : book(incoming.terms.symbol()).side(!incoming.isBuy())) {
            boolean own = mode != SelfTradeMode.NONE && resting.account().equals(incoming.account());
            if (!incoming.accepts(resting.price) || (own && mode != SelfTradeMode.CANCEL_RESTING)) {
                return sum;
            }
            sum += own ? 0 : resting.open();
        }
        return sum;
    }

    private Account accountOf(Order order) {
        return Objects.requireNonNull(accounts.get(order.account()));
    }

    private void trade(Order one, Order other, long price, long quantity, boolean buyerCame) {
        Order buy = one.isBuy() ? one : other;
        Order sell = one.isBuy() ? other : one;
        buy.traded += quantity;
        sell.traded += quantity;
        events.add(new Trade(
                ++seq,
                time,
                ++trades,
                buy.terms.symbol(),
                price,
                quantity,
                buyerCame ? Side.BUY : Side.SELL,
                buy.id,
                sell.id,
                buy.account(),
                sell.account()));
        for (Order order : List.of(buy, sell)) {
            if (order.open() == 0) {
                remove(order);
            }
        }
    }

    private void uncross(Book book) {
        long best = 0;
        long[] prices =
                LongStream.concat(prices(book.bids), prices(book.asks)).sorted().toArray();
        for (long price : prices) {
            boolean better = best == 0 || volume(book, price) > volume(book, best);
            boolean tied = best != 0 && volume(book, price) == volume(book, best);
            if (better || (tied && imbalance(book, price) < imbalance(book, best))) {
                best = price;
            }
        }
        for (long left = best == 0 ? 0 : volume(book, best); left > 0; ) {
            Order buy = book.bids.get(0);
            Order sell = book.asks.get(0);
            long quantity = Math.min(left, Math.min(buy.open(), sell.open()));
            trade(buy, sell, best, quantity, true);
            left -= quantity;
        }
        for (List<Order> side : List.of(book.bids, book.asks)) {
            side.stream().filter(Order::isMarket).toList().forEach(order -> leave(order, CancelReason.NO_LIQUIDITY));
        }
    }

    private static LongStream prices(List<Order> side) {
        return side.stream().filter(order -> !order.isMarket()).mapToLong(Order::price);
    }

    private static long volume(Book book, long price) {
        return Math.min(wanted(book.bids, price), wanted(book.asks, price));
    }

    private static long imbalance(Book book, long price) {
        return Math.abs(wanted(book.bids, price) - wanted(book.asks, price));
    }

    private static long wanted(List<Order> side, long price) {
        return side.stream()
                .filter(order -> order.accepts(price))
                .mapToLong(Order::open)
                .sum();
    }

    private void rest(Order order) {
        List<Order> side = book(order.terms.symbol()).side(order.isBuy());
        int at = side.size();
        while (at > 0 && isBetter(order, side.get(at - 1))) {
            at--;
        }
        side.add(at, order);
    }

    private static boolean isBetter(Order order, Order than) {
        if (order.isMarket() || than.isMarket()) {
            return order.isMarket() && !than.isMarket();
        }
        return order.isBuy() ? order.price > than.price : order.price < than.price;
    }

    private void leave(Order order, CancelReason reason) {
        remove(order);
        end(order, reason);
    }

    private void end(Order order, CancelReason reason) {
        events.add(
                new OrderCancelled(++seq, time, order.id, order.account(), order.terms.symbol(), order.open(), reason));
        order.cancelled = true;
    }

    private void remove(Order order) {
        book(order.terms.symbol()).side(order.isBuy()).remove(order);
    }
}
