package daybook.exchange.pipeline;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.List;
import java.util.Random;

/** Seeded commands of a busy day: orders of all types, amends, cancels, and now and then a session change. */
final class OrderStream {
    private static final List<String> ACCOUNTS = List.of("A", "B", "C", "D");
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();

    private final Random random;
    private final String prefix;
    private int next;

    OrderStream(long seed, String prefix) {
        this.random = new Random(seed);
        this.prefix = prefix;
    }

    Command next() {
        int dice = random.nextInt(1_000);
        if (dice < 750) {
            return order();
        }
        if (dice < 880) {
            return new Command.CancelOrder(account(), anOrderId());
        }
        if (dice < 990) {
            return new Command.AmendOrder(account(), anOrderId(), 90 + random.nextInt(21), 1 + random.nextInt(60));
        }
        if (dice < 993) {
            return new Command.CancelAll(account(), "");
        }
        return dice < 995 ? new Command.SetSession(SessionState.AUCTION) : new Command.SetSession(SessionState.OPEN);
    }

    private Command order() {
        boolean market = random.nextInt(10) == 0;
        TimeInForce timeInForce = market ? TimeInForce.IOC : TIMES_IN_FORCE[random.nextInt(TIMES_IN_FORCE.length)];
        next++;
        return new Command.NewOrder(
                account(),
                prefix + "-" + next,
                "ABC",
                random.nextBoolean() ? Side.BUY : Side.SELL,
                market ? OrderType.MARKET : OrderType.LIMIT,
                timeInForce,
                market ? 0 : 90 + random.nextInt(21),
                1 + random.nextInt(50));
    }

    private long anOrderId() {
        return 1L + random.nextInt(Math.max(1, next));
    }

    private String account() {
        return ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    }
}
