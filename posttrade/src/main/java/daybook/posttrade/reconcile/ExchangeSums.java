package daybook.posttrade.reconcile;

import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
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
 * far; until then it waits, by the partition that its account's fills are in. Plain on purpose: quantity and cash, nothing else.
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

    private final List<Deque<Half>> waiting = new ArrayList<>();
    private final Map<Holding, Sum> sums = new HashMap<>();
    private final Map<String, Instrument> instruments = new HashMap<>();
    private long lastTradeId;

    ExchangeSums(int partitions) {
        for (int p = 0; p < partitions; p++) {
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

    int partitionOf(String account) {
        return Partitioner.partition(account.getBytes(StandardCharsets.UTF_8), waiting.size());
    }

    /** Counts what waits in a partition, up to a fill. */
    void count(int partition, long upToFill) {
        Deque<Half> halves = waiting.get(partition);
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
        waiting.get(partitionOf(half.holding().account())).add(half);
    }
}
