package daybook.posttrade.market;

import daybook.events.CancelReason;
import daybook.events.SessionState;
import daybook.events.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A history of three symbols over some days, in auctions, where any resting orders may trade: it needs no matching engine. */
final class RandomMarket {
    static final List<String> SYMBOLS = List.of("INFY", "TCS", "SBIN");

    private static final class Resting {
        final String symbol;
        final long id;
        final Side side;
        long open;

        Resting(String symbol, long id, Side side, long open) {
            this.symbol = symbol;
            this.id = id;
            this.side = side;
            this.open = open;
        }
    }

    private final Random random;
    private final Story story = new Story();
    private final List<Resting> resting = new ArrayList<>();
    private long orders;

    private RandomMarket(long seed) {
        this.random = new Random(seed);
    }

    static Story of(long seed, int events) {
        return new RandomMarket(seed).told(events);
    }

    private Story told(int events) {
        SYMBOLS.forEach(story::list);
        story.session(SessionState.AUCTION);
        while (story.lastSeq() < events) {
            story.pass(Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(90_000) : random.nextInt(900)));
            step();
        }
        return story;
    }

    private void step() {
        int kind = random.nextInt(100);
        if (kind == 0) {
            story.session(SessionState.CLOSED).pass(Duration.ofHours(9)).session(SessionState.AUCTION);
        } else if (kind < 40 || resting.size() < 10) {
            enter();
        } else if (kind < 55) {
            Resting gone = resting.remove(random.nextInt(resting.size()));
            story.cancel(gone.symbol, gone.id, gone.open, CancelReason.CLIENT_REQUEST);
        } else if (kind < 65) {
            Resting changed = resting.get(random.nextInt(resting.size()));
            changed.open = 1L + random.nextInt(90);
            story.amend(changed.symbol, changed.id, price(changed.side), changed.open);
        } else {
            trade();
        }
    }

    private void enter() {
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        Resting order = new Resting(SYMBOLS.get(random.nextInt(3)), ++orders, side, 1 + random.nextInt(90));
        resting.add(order);
        story.order(order.symbol, side, price(side), order.open);
    }

    private void trade() {
        Resting one = resting.get(random.nextInt(resting.size()));
        Resting other = resting.stream()
                .filter(each -> each.symbol.equals(one.symbol) && each.side != one.side)
                .findFirst()
                .orElse(null);
        if (other == null) {
            return;
        }
        long quantity = 1L + random.nextInt((int) Math.min(one.open, other.open));
        Resting buy = one.side == Side.BUY ? one : other;
        Resting sell = one.side == Side.BUY ? other : one;
        story.trade(one.symbol, 9_000 + random.nextInt(50), quantity, buy.id, sell.id);
        buy.open -= quantity;
        sell.open -= quantity;
        resting.removeIf(each -> each.open == 0);
    }

    private long price(Side side) {
        return side == Side.BUY ? 8_900 + random.nextInt(100) : 9_000 + random.nextInt(100);
    }
}
