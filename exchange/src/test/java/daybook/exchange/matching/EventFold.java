package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.exchange.BookView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What anybody can conclude from the events alone, kept as plainly as possible, and the promises that must hold after every
 * command. Shares no code with the engine.
 */
final class EventFold {
    /** An order as the events tell it. */
    static final class Told {
        final OrderAccepted accepted;
        long price;
        long ordered;
        long traded;
        long cancelled;
        boolean ended;

        Told(OrderAccepted accepted) {
            this.accepted = accepted;
            this.price = accepted.price();
            this.ordered = accepted.quantity();
        }

        long open() {
            return ordered - traded - cancelled;
        }
    }

    final Map<Long, Told> orders = new TreeMap<>();
    SessionState session = SessionState.CLOSED;
    private long lastSeq;
    private long lastTradeId;
    private long lastOrderId;

    long lastOrderId() {
        return lastOrderId;
    }

    void hear(Event event) {
        assertThat(event.seq()).isEqualTo(++lastSeq);
        if (event instanceof OrderAccepted accepted) {
            assertThat(accepted.orderId()).isEqualTo(++lastOrderId);
            orders.put(accepted.orderId(), new Told(accepted));
        } else if (event instanceof Trade trade) {
            hear(trade);
        } else if (event instanceof OrderCancelled cancelled) {
            Told order = open(cancelled.orderId());
            assertThat(cancelled.cancelledQuantity()).isEqualTo(order.open()).isPositive();
            assertThat(cancelled.accountId()).isEqualTo(order.accepted.accountId());
            order.cancelled = cancelled.cancelledQuantity();
            order.ended = true;
        } else if (event instanceof OrderModified modified) {
            Told order = open(modified.orderId());
            order.price = modified.price();
            order.ordered = modified.quantity();
            assertThat(modified.leavesQuantity()).isEqualTo(order.open()).isPositive();
        } else if (event instanceof SessionStateChanged changed) {
            session = changed.state();
        } else if (event instanceof OrderRejected rejected) {
            assertThat(rejected.reason()).isNotNull();
        }
    }

    private void hear(Trade trade) {
        assertThat(trade.tradeId()).isEqualTo(++lastTradeId);
        Told buy = open(trade.buyOrderId());
        Told sell = open(trade.sellOrderId());
        for (Told order : List.of(buy, sell)) {
            assertThat(order.accepted.symbol()).isEqualTo(trade.symbol());
            assertThat(trade.quantity()).isPositive().isLessThanOrEqualTo(order.open());
            order.traded += trade.quantity();
            order.ended = order.open() == 0;
        }
        assertThat(buy.accepted.side()).isEqualTo(Side.BUY);
        assertThat(sell.accepted.side()).isEqualTo(Side.SELL);
        assertThat(trade.buyAccountId()).isEqualTo(buy.accepted.accountId());
        assertThat(trade.sellAccountId()).isEqualTo(sell.accepted.accountId());
        assertThat(trade.price()).isPositive();
        assertThat(buy.price == 0 || trade.price() <= buy.price).isTrue();
        assertThat(sell.price == 0 || trade.price() >= sell.price).isTrue();
    }

    private Told open(long orderId) {
        Told order = orders.get(orderId);
        if (order == null) {
            throw new AssertionError("order " + orderId + " was never accepted");
        }
        assertThat(order.ended).as("order %d has ended", orderId).isFalse();
        return order;
    }

    /** After a command: what the events say, what the book shows and what the order list shows are the same. */
    void agreesWith(MatchingEngine engine) {
        assertThat(engine.lastSeq()).isEqualTo(lastSeq);
        assertThat(engine.session()).isEqualTo(session);
        orders.values().removeIf(order -> order.ended);
        for (Told order : orders.values()) {
            assertThat(engine.openQuantity(order.accepted.orderId())).isEqualTo(order.open());
        }
        for (String symbol : RandomCommands.SYMBOLS) {
            engine.book(symbol, Integer.MAX_VALUE).ifPresent(book -> agreesWith(symbol, book));
        }
    }

    private void agreesWith(String symbol, BookView book) {
        assertThat(book.bids()).isEqualTo(levels(symbol, Side.BUY));
        assertThat(book.asks()).isEqualTo(levels(symbol, Side.SELL));
        boolean bothSides = !book.bids().isEmpty() && !book.asks().isEmpty();
        if (session == SessionState.OPEN && bothSides) {
            assertThat(book.bids().get(0).price()).isLessThan(book.asks().get(0).price());
        }
    }

    private List<BookView.Level> levels(String symbol, Side side) {
        Comparator<Long> bestFirst = side == Side.BUY ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Map<Long, List<Told>> byPrice = new TreeMap<>(bestFirst);
        for (Told order : orders.values()) {
            if (order.accepted.symbol().equals(symbol) && order.accepted.side() == side && order.price != 0) {
                byPrice.computeIfAbsent(order.price, price -> new ArrayList<>()).add(order);
            }
        }
        return byPrice.entrySet().stream()
                .map(level -> new BookView.Level(
                        level.getKey(),
                        level.getValue().stream().mapToLong(Told::open).sum(),
                        level.getValue().size()))
                .toList();
    }

    /** What a fill-or-kill order may have done: all or nothing. */
    static boolean allOrNothing(List<Event> answer, long quantity) {
        long traded = answer.stream()
                .filter(event -> event instanceof Trade)
                .mapToLong(event -> ((Trade) event).quantity())
                .sum();
        boolean cancelled = answer.stream()
                .anyMatch(event -> event instanceof OrderCancelled c && c.reason() == CancelReason.NO_LIQUIDITY);
        return traded == quantity && !cancelled || traded == 0;
    }
}
