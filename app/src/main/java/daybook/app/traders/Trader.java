package daybook.app.traders;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.SplittableRandom;

/** One simulated trader. Confined to the traders' thread. */
final class Trader {
    private static final int MOST_OPEN = 20;

    private final String account;
    private final Style style;
    private final SplittableRandom random;
    private final String idPrefix;
    private final OwnOrders own = new OwnOrders();
    private long orders;
    private boolean bought;

    /** What drives it. */
    enum Style {
        /** Quotes both sides, some ticks from the last trade. */
        MAKER,
        /** Trades at random. */
        NOISE,
        /** Buys what rises and sells what falls. */
        MOMENTUM
    }

    /** @param idPrefix makes its client order ids unlike those of every earlier run */
    Trader(String account, Style style, SplittableRandom random, String idPrefix) {
        this.account = account;
        this.style = style;
        this.random = random;
        this.idPrefix = idPrefix;
    }

    String account() {
        return account;
    }

    OwnOrders own() {
        return own;
    }

    /**
     * The next command.
     *
     * @param auction whether orders only rest now: then nobody takes
     */
    Command next(Sight sight, boolean auction) {
        if (own.count() >= MOST_OPEN) {
            return new Command.CancelOrder(account, own.takeOldest());
        }
        if (auction) {
            return limit(sight, anySide(), random.nextLong(-4, 5), TimeInForce.GTC);
        }
        return switch (style) {
            case MAKER -> quote(sight);
            case NOISE -> noise(sight);
            case MOMENTUM -> follow(sight);
        };
    }

    private Command quote(Sight sight) {
        bought = !bought;
        Side side = bought ? Side.BUY : Side.SELL;
        long away = random.nextLong(1, 6);
        return limit(sight, side, side == Side.BUY ? -away : away, TimeInForce.GTC);
    }

    private Command noise(Sight sight) {
        int draw = random.nextInt(100);
        if (draw < 20 && own.count() > 0) {
            return new Command.CancelOrder(account, own.takeOldest());
        }
        Side side = anySide();
        if (draw < 45) {
            return order(sight, side, OrderType.MARKET, TimeInForce.IOC, 0);
        }
        TimeInForce timeInForce = draw < 60 ? TimeInForce.IOC : draw < 80 ? TimeInForce.DAY : TimeInForce.GTC;
        return limit(sight, side, random.nextLong(-5, 6), timeInForce);
    }

    private Command follow(Sight sight) {
        double trend = sight.trendTicks();
        if (Math.abs(trend) < 0.5) {
            Side side = anySide();
            long away = random.nextLong(1, 4);
            return limit(sight, side, side == Side.BUY ? -away : away, TimeInForce.DAY);
        }
        Side side = trend > 0 ? Side.BUY : Side.SELL;
        return limit(sight, side, side == Side.BUY ? 2 : -2, TimeInForce.IOC);
    }

    private Command limit(Sight sight, Side side, long ticksAway, TimeInForce timeInForce) {
        return order(sight, side, OrderType.LIMIT, timeInForce, sight.priceAt(ticksAway));
    }

    private Command order(Sight sight, Side side, OrderType type, TimeInForce timeInForce, long price) {
        orders++;
        long quantity = sight.instrument().lot() * random.nextLong(1, 20);
        return new Command.NewOrder(
                account,
                idPrefix + "-" + orders,
                sight.instrument().symbol(),
                side,
                type,
                timeInForce,
                price,
                quantity);
    }

    private Side anySide() {
        return random.nextBoolean() ? Side.BUY : Side.SELL;
    }
}
