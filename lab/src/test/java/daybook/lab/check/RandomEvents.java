package daybook.lab.check;

import daybook.events.Account;
import daybook.events.AccountChanged;
import daybook.events.BookUpdate;
import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.KillSwitchChanged;
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
import java.util.List;
import java.util.Random;

/** Events of every type with random fields, numbered from 1. */
final class RandomEvents {
    private static final String[] SYMBOLS = {"INFY", "TCS", "HDFCBANK", "RELIANCE", "SBIN", "A", "x.y_z-1"};

    private final Random random;
    private long seq;

    RandomEvents(long seed) {
        random = new Random(seed);
    }

    List<Event> take(int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(next());
        }
        return events;
    }

    private Event next() {
        long time = number();
        seq++;
        return switch (random.nextInt(10)) {
            case 0 -> accepted(time);
            case 1 ->
                new OrderRejected(
                        seq,
                        time,
                        small(),
                        name(),
                        name(),
                        random.nextBoolean() ? "" : symbol(),
                        pick(RejectReason.values()));
            case 2 -> new OrderCancelled(seq, time, number(), name(), symbol(), number(), pick(CancelReason.values()));
            case 3 -> new OrderModified(seq, time, number(), name(), symbol(), number(), number(), number());
            case 4 ->
                new Trade(seq, time, seq, symbol(), number(), number(), side(), number(), number(), name(), name());
            case 5 -> new BookUpdate(seq, time, symbol(), side(), number(), number(), random.nextInt(1_000));
            case 6 -> new SessionStateChanged(seq, time, pick(SessionState.values()));
            case 7 -> new InstrumentChanged(seq, time, instrument());
            case 8 ->
                new AccountChanged(
                        seq,
                        time,
                        new Account(
                                name(),
                                random.nextBoolean(),
                                pick(SelfTradeMode.values()),
                                random.nextInt(100),
                                random.nextInt(100),
                                random.nextInt(100)));
            default -> new KillSwitchChanged(seq, time, random.nextBoolean() ? "" : name(), random.nextBoolean());
        };
    }

    private OrderAccepted accepted(long time) {
        OrderType type = pick(OrderType.values());
        long price = type == OrderType.MARKET ? 0 : number();
        return new OrderAccepted(
                seq,
                time,
                number(),
                name(),
                name(),
                symbol(),
                side(),
                type,
                pick(TimeInForce.values()),
                price,
                number());
    }

    private Instrument instrument() {
        return new Instrument(
                symbol(),
                random.nextInt(10),
                random.nextInt(10),
                random.nextInt(19),
                number(),
                number(),
                number(),
                random.nextInt(100),
                number(),
                number(),
                "INR");
    }

    private Side side() {
        return pick(Side.values());
    }

    private String symbol() {
        return pick(SYMBOLS);
    }

    private String name() {
        return "n" + random.nextInt(1_000);
    }

    private long small() {
        return random.nextInt(3);
    }

    private long number() {
        return random.nextLong() >>> (11 + random.nextInt(50));
    }

    private <T> T pick(T[] of) {
        return of[random.nextInt(of.length)];
    }
}
