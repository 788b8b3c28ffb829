package daybook.lab.check;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Adds up the position of every account in every symbol again, in trade order, from the journal's trades or from the fills on
 * their topic: the drop copy that the ledger is compared with.
 *
 * <p>By average cost, in integers: the cost of what is open is one amount of money; closing k of n releases k/n of it, rounded
 * to the nearest unit, halves away from zero. So realised - cost = cash always.
 */
public final class TradeTotals {

    /** One account in one symbol. */
    public record Holding(String accountId, String symbol) implements Comparable<Holding> {
        @Override
        public int compareTo(Holding other) {
            int byAccount = accountId.compareTo(other.accountId);
            return byAccount != 0 ? byAccount : symbol.compareTo(other.symbol);
        }
    }

    /**
     * What it comes to.
     *
     * @param quantity in quantity units; below 0 = short
     * @param cost of the open quantity, in money units; below 0 for a short position
     * @param realised before charges, in money units
     * @param cash what was paid (below 0) or received, before charges, in money units
     * @param charges in money units; 0 where only trades were read
     * @param fills how many halves of trades
     * @param lastTradeId of the last one
     */
    public record Total(
            long quantity, long cost, long realised, long cash, long charges, long fills, long lastTradeId) {
        static final Total NOTHING = new Total(0, 0, 0, 0, 0, 0, 0);

        /** One more half of a trade; {@code worth} is price x quantity in money units. */
        Total with(Half half) {
            long signed = half.buy ? half.quantity : -half.quantity;
            boolean reduces = quantity != 0 && (quantity > 0) != half.buy;
            long closing = reduces ? Math.min(Math.abs(quantity), half.quantity) : 0;
            long released = closing == 0 ? 0 : share(cost, closing, Math.abs(quantity));
            long sign = half.buy ? 1 : -1;
            long gained = closing == 0 ? 0 : Math.subtractExact(-sign * half.worth(closing), released);
            long opened = sign * half.worth(half.quantity - closing);
            return new Total(
                    Math.addExact(quantity, signed),
                    Math.addExact(Math.subtractExact(cost, released), opened),
                    Math.addExact(realised, gained),
                    Math.subtractExact(cash, sign * half.worth(half.quantity)),
                    Math.addExact(charges, half.charges),
                    fills + 1,
                    half.tradeId);
        }

        /** amount x part / whole, to the nearest, halves away from zero. */
        private static long share(long amount, long part, long whole) {
            BigInteger twice = BigInteger.valueOf(Math.abs(amount))
                    .multiply(BigInteger.valueOf(part))
                    .shiftLeft(1);
            BigInteger n = BigInteger.valueOf(whole);
            long rounded = twice.add(n).divide(n.shiftLeft(1)).longValueExact();
            return amount < 0 ? -rounded : rounded;
        }
    }

    /** One account's half of a trade. */
    private record Half(
            Holding holding, long tradeId, boolean buy, long price, long quantity, long charges, long moneyPerUnit) {
        long worth(long part) {
            return Math.multiplyExact(Math.multiplyExact(price, part), moneyPerUnit);
        }

        /** By trade; an account that traded with itself bought first. */
        static int order(Half a, Half b) {
            int byTrade = Long.compare(a.tradeId, b.tradeId);
            return byTrade != 0 ? byTrade : Boolean.compare(b.buy, a.buy);
        }
    }

    private final Map<Holding, List<Half>> halves = new HashMap<>();
    private final Map<String, Half> byFillId = new HashMap<>();
    private final Map<String, Long> moneyPerUnit = new HashMap<>();

    private TradeTotals() {}

    /**
     * From the trades of a journal.
     *
     * @param journal directory of the journal, or the data directory over it
     * @param upToSeq later events are left out
     * @throws CheckException if the journal cannot be read
     */
    public static SortedMap<Holding, Total> fromJournal(Path journal, long upToSeq) {
        TradeTotals totals = new TradeTotals();
        EventView event = new EventView();
        JournalFiles.read(journal, (seq, bytes, from, length) -> {
            if (seq <= upToSeq) {
                event.open(seq, bytes, from, length);
                totals.take(event);
            }
        });
        return totals.fold();
    }

    /**
     * From the fills on their topic, each counted once by its id.
     *
     * @param log directory of the embedded log, or the data directory over it
     * @param topic full name
     * @throws CheckException if the topic cannot be read, or two copies of a fill differ
     */
    public static SortedMap<Holding, Total> fromFills(Path log, String topic) {
        TradeTotals totals = new TradeTotals();
        LogFiles files = LogFiles.open(log, topic);
        for (int p = 0; p < files.partitions(); p++) {
            files.read(p, totals::take);
        }
        return totals.fold();
    }

    private void take(EventView event) {
        switch (event.type()) {
            case "InstrumentChanged" -> {
                Map<String, Object> fields = event.fields();
                long spare =
                        number(fields, "moneyScale") - number(fields, "priceScale") - number(fields, "quantityScale");
                moneyPerUnit.put(text(fields, "symbol"), powerOfTen(spare));
            }
            case "Trade" -> trade(event.fields());
            default -> {}
        }
    }

    private void trade(Map<String, Object> fields) {
        String symbol = text(fields, "symbol");
        Long perUnit = moneyPerUnit.get(symbol);
        if (perUnit == null) {
            throw new CheckException("seq " + fields.get("seq") + ": a trade in " + symbol + ", which was never added");
        }
        add(new Half(
                new Holding(text(fields, "buyAccountId"), symbol),
                number(fields, "tradeId"),
                true,
                number(fields, "price"),
                number(fields, "quantity"),
                0,
                perUnit));
        add(new Half(
                new Holding(text(fields, "sellAccountId"), symbol),
                number(fields, "tradeId"),
                false,
                number(fields, "price"),
                number(fields, "quantity"),
                0,
                perUnit));
    }

    private void take(RecordSource.Found found) {
        Map<String, Object> fields = FlatJson.fields(found);
        long spare = number(fields, "moneyScale") - number(fields, "priceScale") - number(fields, "quantityScale");
        Half half = new Half(
                new Holding(text(fields, "accountId"), text(fields, "symbol")),
                number(fields, "tradeId"),
                text(fields, "side").equals("BUY"),
                number(fields, "price"),
                number(fields, "quantity"),
                number(fields, "charges"),
                powerOfTen(spare));
        String fillId = text(fields, "fillId");
        if (!fillId.equals("f-" + half.tradeId + (half.buy ? "-B" : "-S"))) {
            throw new CheckException("fill " + fillId + ": trade " + half.tradeId + ", side " + text(fields, "side"));
        }
        Half before = byFillId.putIfAbsent(fillId, half);
        if (before == null) {
            add(half);
        } else if (!before.equals(half)) {
            throw new CheckException("fill " + fillId + ": two copies differ: " + before + ", " + half);
        }
    }

    private void add(Half half) {
        halves.computeIfAbsent(half.holding, h -> new ArrayList<>()).add(half);
    }

    private SortedMap<Holding, Total> fold() {
        SortedMap<Holding, Total> totals = new TreeMap<>();
        for (Map.Entry<Holding, List<Half>> entry : halves.entrySet()) {
            entry.getValue().sort(Half::order);
            Total total = Total.NOTHING;
            for (Half half : entry.getValue()) {
                total = total.with(half);
            }
            totals.put(entry.getKey(), total);
        }
        return totals;
    }

    private static long number(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new CheckException(name + ": " + fields.get(name) + " (expected: an integer) in " + fields);
    }

    private static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new CheckException(name + ": " + fields.get(name) + " (expected: a text) in " + fields);
    }

    private static long powerOfTen(long exponent) {
        if (exponent < 0 || exponent > 18) {
            throw new CheckException("scales: money has " + exponent + " decimals beyond price and quantity");
        }
        long power = 1;
        for (long i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
