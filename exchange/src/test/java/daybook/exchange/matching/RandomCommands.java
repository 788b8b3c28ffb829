package daybook.exchange.matching;

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
 * Everything anybody could send, in an order that a seed decides: a venue with two symbols and six accounts that differ in
 * self-trade mode and limits, mostly trading, sometimes in an auction, halted or closed.
 */
final class RandomCommands {
    static final List<String> SYMBOLS = List.of("ABC", "XYZ");
    private static final int ACCOUNTS = 6;
    private static final List<SelfTradeMode> MODES = List.of(SelfTradeMode.values());
    private static final TimeInForce[] TIMES_IN_FORCE = {
        TimeInForce.GTC, TimeInForce.GTC, TimeInForce.DAY, TimeInForce.IOC, TimeInForce.FOK, TimeInForce.POST_ONLY
    };

    private final Random random;
    private final List<Command> opening = new ArrayList<>();
    private long sent;
    private long time = 1_700_000_000_000_000L;

    RandomCommands(long seed) {
        random = new Random(seed);
        for (int i = 0; i < ACCOUNTS; i++) {
            opening.add(new Command.ChangeAccount(account(i)));
        }
        opening.add(new Command.ChangeInstrument(new Instrument("ABC", 2, 0, 2, 5, 10, 1_000, 10, 5_000, 0, "USD")));
        opening.add(new Command.ChangeInstrument(new Instrument("XYZ", 0, 0, 0, 1, 1, 100, 0, 0, 40_000, "USD")));
        opening.add(new Command.SetSession(SessionState.AUCTION));
    }

    private static Account account(int index) {
        SelfTradeMode mode = MODES.get(index % MODES.size());
        int rate = index == 4 ? 50 : 0;
        return new Account("a" + index, true, mode, rate, rate == 0 ? 0 : 20, index == 5 ? 10 : 0);
    }

    long time() {
        return time;
    }

    /** @param lastOrderId ids up to this one exist, more or less */
    Command next(long lastOrderId) {
        time += random.nextInt(20_000);
        sent++;
        if (sent <= opening.size()) {
            return opening.get((int) sent - 1);
        }
        int dice = random.nextInt(1_000);
        if (dice < 550) {
            return newOrder();
        } else if (dice < 750) {
            return new Command.CancelOrder(anyAccount(), anyOrder(lastOrderId));
        } else if (dice < 950) {
            long price = random.nextInt(3) == 0 ? 0 : price(random.nextInt(2));
            return new Command.AmendOrder(anyAccount(), anyOrder(lastOrderId), price, random.nextInt(4) * 10L);
        } else if (dice < 985) {
            return new Command.CancelAll(anyAccount(), random.nextInt(3) == 0 ? "" : SYMBOLS.get(random.nextInt(2)));
        }
        return venueCommand();
    }

    private Command newOrder() {
        int symbol = random.nextInt(2);
        boolean market = random.nextInt(8) == 0;
        return new Command.NewOrder(
                anyAccount(),
                random.nextInt(5) == 0 ? "" : "c" + random.nextInt(20_000),
                SYMBOLS.get(symbol),
                random.nextBoolean() ? Side.BUY : Side.SELL,
                market ? OrderType.MARKET : OrderType.LIMIT,
                TIMES_IN_FORCE[random.nextInt(TIMES_IN_FORCE.length)],
                market ? 0 : price(symbol),
                random.nextInt(50) == 0 ? 7 : 10L * (1 + random.nextInt(30)));
    }

    private Command venueCommand() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> new Command.SetSession(SessionState.AUCTION);
            case 3, 4, 5 -> new Command.SetSession(SessionState.OPEN);
            case 6 -> new Command.SetSession(random.nextBoolean() ? SessionState.CLOSED : SessionState.HALTED);
            case 7 -> new Command.ChangeKillSwitch(random.nextInt(4) == 0 ? "" : anyAccount(), random.nextInt(4) == 0);
            case 8 ->
                new Command.ChangeInstrument(
                        new Instrument("ABC", 2, 0, 2, 5, 10, 1_000, 5 + random.nextInt(10), 5_000, 0, "USD"));
            default -> new Command.ChangeAccount(account(random.nextInt(ACCOUNTS)));
        };
    }

    private long price(int symbol) {
        long steps = Math.round(random.nextGaussian() * 6);
        return symbol == 0 ? 1_000 + 5 * steps : 100 + steps;
    }

    private String anyAccount() {
        return "a" + random.nextInt(ACCOUNTS);
    }

    private long anyOrder(long lastOrderId) {
        return Math.max(1, lastOrderId - random.nextInt(60));
    }
}
