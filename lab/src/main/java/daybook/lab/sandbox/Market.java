package daybook.lab.sandbox;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes trades; the same seed makes the same ones. */
final class Market {
    /** So that the trade which does not arrive in the lesson of the lost trade is number 103. */
    static final long FIRST_EVENT = 101;

    private static final List<Symbol> SYMBOLS = List.of(Symbol.values());
    private static final long LOT = 10;
    private static final int MOST_LOTS = 5;
    private static final int BUYS_OF_FOUR = 3;
    private static final long TICK = 5;
    private static final int MOST_TICKS = 40;

    private final SplittableRandom random;
    private final Map<Symbol, Long> prices = new EnumMap<>(Symbol.class);
    private long next = FIRST_EVENT;

    Market(long seed) {
        this.random = new SplittableRandom(seed);
        for (Symbol symbol : Symbol.values()) {
            prices.put(symbol, symbol.firstPrice());
        }
    }

    /** Buys one lot. */
    Trade buy(Symbol symbol) {
        return trade(symbol, LOT);
    }

    /** Buys, or now and then sells, a few lots of anything. */
    Trade any() {
        Symbol symbol = SYMBOLS.get(random.nextInt(SYMBOLS.size()));
        long lots = 1L + random.nextInt(MOST_LOTS);
        return trade(symbol, LOT * (random.nextInt(4) < BUYS_OF_FOUR ? lots : -lots));
    }

    /** Id of the next trade. */
    long next() {
        return next;
    }

    private Trade trade(Symbol symbol, long quantity) {
        long move = TICK * (random.nextInt(2 * MOST_TICKS + 1) - (long) MOST_TICKS);
        long price = prices.merge(symbol, move, Long::sum);
        return new Trade(next++, symbol, quantity, price);
    }
}
