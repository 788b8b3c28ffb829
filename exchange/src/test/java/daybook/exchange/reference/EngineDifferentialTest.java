package daybook.exchange.reference;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.CancelReason;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.Trade;
import daybook.exchange.BookView;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Goal: the engine decides what the rules say (SCENARIOS M-23). Method: random commands of every kind, to the engine and to {@link
 * PlainVenue}; every event must be equal in every field, and the books too. The invariants are counted from the events alone.
 */
class EngineDifferentialTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int SEEDS = LONG ? 40 : 6;
    private static final int COMMANDS = LONG ? 100_000 : 50_000;
    private static final int BOOK_CHECK_EVERY = 500;

    @Test
    void everyEventIsTheOneThatThePlainVenueDecides() {
        Map<Event.Kind, Integer> seen = new EnumMap<>(Event.Kind.class);
        Map<CancelReason, Integer> cancelled = new EnumMap<>(CancelReason.class);
        Map<RejectReason, Integer> rejected = new EnumMap<>(RejectReason.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            new Run(seed, event -> {
                        seen.merge(event.kind(), 1, Integer::sum);
                        if (event.kind() == Event.Kind.ORDER_CANCELLED) {
                            cancelled.merge(((OrderCancelled) event).reason(), 1, Integer::sum);
                        } else if (event.kind() == Event.Kind.ORDER_REJECTED) {
                            rejected.merge(((OrderRejected) event).reason(), 1, Integer::sum);
                        }
                    })
                    .agree();
        }

        // The mix meets every rule that the plain venue knows.
        assertThat(seen.get(Event.Kind.TRADE)).isGreaterThan(COMMANDS);
        assertThat(cancelled)
                .containsOnlyKeys(
                        CancelReason.CLIENT_REQUEST,
                        CancelReason.SELF_TRADE_PREVENTION,
                        CancelReason.NO_LIQUIDITY,
                        CancelReason.MODIFIED_TO_ZERO,
                        CancelReason.EXPIRED)
                .allSatisfy((reason, count) -> assertThat(count).isGreaterThan(100));
        assertThat(rejected)
                .containsOnlyKeys(
                        RejectReason.SESSION_NOT_OPEN,
                        RejectReason.UNKNOWN_ORDER,
                        RejectReason.ORDER_FILLED,
                        RejectReason.ORDER_CANCELLED,
                        RejectReason.INVALID_PRICE,
                        RejectReason.WOULD_TAKE,
                        RejectReason.CANNOT_FILL);
    }

    private static final class Run {
        private final long seed;
        private final PlainVenue plain = new PlainVenue();
        private final MatchingEngine engine = new MatchingEngine();
        private final List<Event> decided = new ArrayList<>();
        private final EventRecords records = new EventRecords(decided::add);
        private final OrderCounts counts = new OrderCounts();
        private final Consumer<Event> heard;
        private long time = 1_000;

        Run(long seed, Consumer<Event> heard) {
            this.seed = seed;
            this.heard = heard;
        }

        void agree() {
            VenueMix.settings().forEach(this::applyToBoth);
            VenueMix mix = new VenueMix(seed, plain);
            for (int i = 0; i < COMMANDS; i++) {
                applyToBoth(mix.next());
                if (i % BOOK_CHECK_EVERY == 0) {
                    booksAgree();
                }
            }
            booksAgree();
            counts.agreeWith(plain, "seed " + seed);
        }

        private void applyToBoth(Command command) {
            time += 7;
            decided.clear();
            engine.apply(command, time, records);
            List<Event> expected = plain.apply(command, time);
            if (!decided.equals(expected)) {
                assertThat(decided)
                        .as("seed %d, time %d: %s", seed, time, command)
                        .isEqualTo(expected);
            }
            decided.forEach(counts::add);
            decided.forEach(heard);
        }

        private void booksAgree() {
            for (String symbol : VenueMix.SYMBOLS) {
                BookView view = engine.book(symbol, Integer.MAX_VALUE).orElseThrow();
                assertThat(view.bids())
                        .as("seed %d, bids", seed)
                        .isEqualTo(levels(plain.book(symbol).bids()));
                assertThat(view.asks())
                        .as("seed %d, asks", seed)
                        .isEqualTo(levels(plain.book(symbol).asks()));
            }
        }

        private static List<BookView.Level> levels(List<PlainVenue.Order> side) {
            List<BookView.Level> levels = new ArrayList<>();
            for (PlainVenue.Order order : side) {
                if (order.isMarket()) {
                    continue;
                }
                BookView.Level last = levels.isEmpty() ? null : levels.get(levels.size() - 1);
                if (last != null && last.price() == order.price()) {
                    levels.set(
                            levels.size() - 1,
                            new BookView.Level(last.price(), last.quantity() + order.open(), last.orders() + 1));
                } else {
                    levels.add(new BookView.Level(order.price(), order.open(), 1));
                }
            }
            return levels;
        }
    }

    /** For each order: asked for = traded + cancelled + open, counted from the events. */
    private static final class OrderCounts {
        private final List<long[]> orders = new ArrayList<>(List.of(new long[3]));
        private long bought;
        private long sold;

        void add(Event event) {
            switch (event.kind()) {
                case ORDER_ACCEPTED -> orders.add(new long[] {((OrderAccepted) event).quantity(), 0, 0});
                case ORDER_MODIFIED -> order(((OrderModified) event).orderId())[0] = ((OrderModified) event).quantity();
                case ORDER_CANCELLED ->
                    order(((OrderCancelled) event).orderId())[2] += ((OrderCancelled) event).cancelledQuantity();
                case TRADE -> {
                    Trade trade = (Trade) event;
                    order(trade.buyOrderId())[1] += trade.quantity();
                    order(trade.sellOrderId())[1] += trade.quantity();
                    bought += trade.quantity();
                    sold += trade.quantity();
                }
                case ORDER_REJECTED,
                        BOOK_UPDATE,
                        SESSION_STATE_CHANGED,
                        INSTRUMENT_CHANGED,
                        ACCOUNT_CHANGED,
                        KILL_SWITCH_CHANGED -> {}
            }
        }

        void agreeWith(PlainVenue plain, String description) {
            assertThat(bought).as(description).isEqualTo(sold).isPositive();
            for (int id = 1; id < orders.size(); id++) {
                long[] order = order(id);
                assertThat(order[0] - order[1] - order[2])
                        .as("%s, order %d", description, id)
                        .isEqualTo(plain.order(id).open())
                        .isNotNegative();
            }
        }

        private long[] order(long id) {
            return orders.get((int) id);
        }
    }
}
