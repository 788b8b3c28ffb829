package daybook.posttrade.reconcile;

import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Topics;
import daybook.events.Trade;
import daybook.log.Partitioner;
import daybook.posttrade.reconcile.Difference.Amounts;
import daybook.posttrade.reconcile.Difference.Holding;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the exchange's trades add up to, for each account and symbol. A trade is counted when it is told that the ledger has come so
 * far; until then it waits, by the way that its fill takes. Plain on purpose: quantity and cash, nothing else.
 */
final class ExchangeSums {

    /**
     * One account's side of a trade.
     *
     * @param fill its place among all fills: 2 x trade id, plus 1 for the sell
     */
    private record Half(long fill, Holding holding, long quantity, long cash) {}

    /** In units of the instrument. */
    private static final class Sum {
        private long quantity;
        private long cash;
    }

    private final int partitions;
    private final List<Deque<Half>> waiting = new ArrayList<>();
    private final Map<Holding, Sum> sums = new HashMap<>();
    private final Map<String, Instrument> instruments = new HashMap<>();
    private long lastTradeId;

    /** @param partitions of the topic of fills */
    ExchangeSums(int partitions) {
        this.partitions = partitions;
        for (int way = 0; way < ways(); way++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    void take(Event event) {
        if (event instanceof Trade trade) {
            lastTradeId = trade.tradeId();
            long cash = Math.multiplyExact(trade.price(), trade.quantity());
            add(new Half(
                    2 * trade.tradeId(), new Holding(trade.buyAccountId(), trade.symbol()), trade.quantity(), -cash));
            add(new Half(
                    2 * trade.tradeId() + 1,
                    new Holding(trade.sellAccountId(), trade.symbol()),
                    -trade.quantity(),
                    cash));
        } else if (event instanceof InstrumentChanged changed) {
            instruments.put(changed.instrument().symbol(), changed.instrument());
        }
    }

    /** The last that was taken; 0 before the first. */
    long lastTradeId() {
        return lastTradeId;
    }

    /** How many ways there are. */
    int ways() {
        return partitions * Topics.EXCHANGE_EVENTS.partitions();
    }

    /**
     * The way of a fill: from the partition of its symbol's events into that of its account's fills. On one way the order of trades
     * is kept; between two, the one may be behind for as long as something is not there.
     */
    int wayOf(String account, String symbol) {
        int from = Partitioner.partition(symbol.getBytes(StandardCharsets.UTF_8), Topics.EXCHANGE_EVENTS.partitions());
        return from * partitions + Partitioner.partition(account.getBytes(StandardCharsets.UTF_8), partitions);
    }

    /** Counts what waits on a way, up to a fill. */
    void count(int way, long upToFill) {
        Deque<Half> halves = waiting.get(way);
        for (Half next = halves.peek(); next != null && next.fill() <= upToFill; next = halves.peek()) {
            Sum sum = sums.computeIfAbsent(next.holding(), holding -> new Sum());
            sum.quantity = Math.addExact(sum.quantity, next.quantity());
            sum.cash = Math.addExact(sum.cash, next.cash());
            halves.remove();
        }
    }

    /** What has been counted, as people read it. */
    Map<Holding, Amounts> amounts() {
        Map<Holding, Amounts> amounts = new HashMap<>();
        sums.forEach((holding, sum) -> amounts.put(holding, amounts(holding.symbol(), sum)));
        return amounts;
    }

    private Amounts amounts(String symbol, Sum sum) {
        Instrument instrument = instruments.get(symbol);
        if (instrument == null) {
            throw new IllegalStateException("drop copy: a trade in " + symbol + ", which was never added");
        }
        return new Amounts(
                BigDecimal.valueOf(sum.quantity, instrument.quantityScale()),
                BigDecimal.valueOf(sum.cash, instrument.priceScale() + instrument.quantityScale()));
    }

    private void add(Half half) {
        waiting.get(wayOf(half.holding().account(), half.holding().symbol())).add(half);
    }
}
