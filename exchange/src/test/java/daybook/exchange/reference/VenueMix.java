package daybook.exchange.reference;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random commands for a venue: five symbols, twenty prices, accounts of all four self-trade modes. 60 % limit orders, 10 % market, 10 %
 * IOC, 5 % FOK, 15 % cancels and amends of recent orders (rightly and wrongly named); now and then an auction, a halt or a close.
 */
final class VenueMix {
    static final List<String> SYMBOLS = List.of("AAA", "BBB", "CCC", "DDD", "EEE");

    private static final int ACCOUNTS = 8;
    private static final int RECENT = 400;
    private static final List<SessionState> SESSIONS = List.of(SessionState.values());
    private static final List<SelfTradeMode> MODES = List.of(SelfTradeMode.values());

    private final Random random;
    private final PlainVenue venue;
    private int named;
    private SessionState session = SessionState.CLOSED;

    VenueMix(long seed, PlainVenue venue) {
        random = new Random(seed);
        this.venue = venue;
    }

    static List<Command> settings() {
        List<Command> settings = new ArrayList<>();
        for (String symbol : SYMBOLS) {
            settings.add(new Command.ChangeInstrument(new Instrument(symbol, 2, 0, 2, 1, 1, 100, 0, 0, 0, "USD")));
        }
        for (int i = 0; i < ACCOUNTS; i++) {
            settings.add(
                    new Command.ChangeAccount(new Account("acct-" + i, true, MODES.get(i % MODES.size()), 0, 0, 0)));
        }
        return settings;
    }

    Command next() {
        if (session != SessionState.OPEN ? random.nextInt(40) == 0 : random.nextInt(2_000) == 0) {
            session = SESSIONS.get(random.nextInt(SESSIONS.size()));
            return new Command.SetSession(session);
        }
        int roll = random.nextInt(1_000);
        if (roll < 850 || venue.lastOrderId() == 0) {
            return entry(roll);
        }
        if (roll < 915) {
            PlainVenue.Order order = recent();
            return new Command.CancelOrder(accountFor(order), order.id);
        }
        if (roll < 993) {
            return amend(recent());
        }
        return new Command.CancelAll(account(), random.nextBoolean() ? "" : symbol());
    }

    private Command entry(int roll) {
        String client = "c" + ++named;
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        if (roll < 20) {
            return new Command.LoadOrder(account(), client, symbol(), side, price(side), quantity());
        }
        boolean market = roll < 120;
        TimeInForce timeInForce = roll < 220 && !market
                ? TimeInForce.IOC
                : roll < 270
                        ? TimeInForce.FOK
                        : roll < 320 ? TimeInForce.POST_ONLY : roll < 420 ? TimeInForce.DAY : TimeInForce.GTC;
        return new Command.NewOrder(
                account(),
                client,
                symbol(),
                side,
                market ? OrderType.MARKET : OrderType.LIMIT,
                market && roll % 4 > 0 ? TimeInForce.GTC : timeInForce,
                market ? 0 : price(side),
                quantity());
    }

    private Command amend(PlainVenue.Order order) {
        long price = random.nextInt(3) == 0 ? 0 : random.nextInt(2) == 0 ? order.price() : 91 + random.nextInt(20);
        long quantity = random.nextInt(3) == 0
                ? 0
                : random.nextInt(2) == 0 ? quantity() : 1 + random.nextInt((int) order.quantity());
        return new Command.AmendOrder(accountFor(order), order.id, price, quantity);
    }

    private PlainVenue.Order recent() {
        int last = venue.lastOrderId();
        return venue.order(last - random.nextInt(Math.min(last, RECENT)));
    }

    private String accountFor(PlainVenue.Order order) {
        return random.nextInt(20) == 0 ? account() : order.account();
    }

    private String account() {
        return "acct-" + random.nextInt(ACCOUNTS);
    }

    private String symbol() {
        return SYMBOLS.get(random.nextInt(SYMBOLS.size()));
    }

    /** A band of twenty ticks; buyers a little below sellers, so that orders also rest. */
    private long price(Side side) {
        return 100L + (side == Side.BUY ? -3 : 3) + random.nextInt(14) - 7;
    }

    private long quantity() {
        return 1L + random.nextInt(50);
    }
}
