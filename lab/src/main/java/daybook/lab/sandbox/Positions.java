package daybook.lab.sandbox;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** What the trades came to, as a table would have it that survives its writers. */
final class Positions {
    private final Map<Long, Integer> applied = new HashMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private final Map<Symbol, Sum> sums = new EnumMap<>(Symbol.class);

    /** What became of a trade that a consumer brought. */
    enum Outcome {
        FIRST,
        /** For the first time, and a later one of its symbol was there before it. */
        FIRST_OUT_OF_ORDER,
        AGAIN,
        SKIPPED_COPY,
        SKIPPED_NEWS
    }

    /**
     * Shares and money.
     *
     * @param cash paise
     * @param mark price of the latest trade, paise
     * @param latest its id
     */
    record Sum(long quantity, long cash, long mark, long latest) {
        static final Sum NOTHING = new Sum(0, 0, 0, 0);

        Sum plus(Trade trade) {
            boolean later = trade.eventId() >= latest;
            return new Sum(
                    quantity + trade.quantity(),
                    cash + trade.cash(),
                    later ? trade.price() : mark,
                    later ? trade.eventId() : latest);
        }

        /** Paise. */
        long profit() {
            return cash + quantity * mark;
        }
    }

    Outcome apply(Stored stored, Guard guard) {
        Trade trade = stored.trade();
        boolean seen = count(trade) > 0;
        boolean skip = switch (guard) {
            case NONE -> false;
            case WATERMARK -> trade.eventId() <= highest.getOrDefault(stored.partition(), 0L);
            case IDENTITY -> seen;
        };
        highest.merge(stored.partition(), trade.eventId(), Math::max);
        if (skip) {
            return seen ? Outcome.SKIPPED_COPY : Outcome.SKIPPED_NEWS;
        }
        Sum before = of(trade.symbol());
        applied.merge(trade.eventId(), 1, Integer::sum);
        sums.put(trade.symbol(), before.plus(trade));
        if (seen) {
            return Outcome.AGAIN;
        }
        return trade.eventId() < before.latest() ? Outcome.FIRST_OUT_OF_ORDER : Outcome.FIRST;
    }

    /** How often a trade counts. */
    int count(Trade trade) {
        return applied.getOrDefault(trade.eventId(), 0);
    }

    Sum of(Symbol symbol) {
        return sums.getOrDefault(symbol, Sum.NOTHING);
    }
}
