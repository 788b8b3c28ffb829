package daybook.app.reports;

import daybook.app.Json;
import daybook.events.Instrument;
import daybook.events.Trade;
import daybook.posttrade.Filter;
import daybook.posttrade.ledger.Conservation;
import daybook.posttrade.ledger.FillView;
import daybook.posttrade.ledger.LedgerReader;
import daybook.posttrade.ledger.PositionView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Positions as the ledger has them beside what the exchange's own trades say, the drop copy.
 *
 * <p>While a venue runs the ledger is a little behind, so each account is compared up to the last trade that the ledger has applied
 * for it; between two looks at a moving ledger a difference can still appear, so whoever runs this believes a difference only if it
 * is there twice.
 */
public final class Reconciliation {
    private final LedgerReader ledger;

    /** One account in one symbol. */
    private record Pair(String account, String symbol) {}

    /** What trades add up to: quantity and cash, in units of the instrument. */
    private static final class Sum {
        private long quantity;
        private long cash;
    }

    /**
     * What was found.
     *
     * @param differences one row per account and symbol that does not agree
     * @param zeroSum quantities add up to 0 in every symbol
     * @param cash cash adds up to 0 in every symbol, and every position's is realised less cost
     */
    public record Result(
            long accounts, long symbols, List<Map<String, Object>> differences, boolean zeroSum, boolean cash) {
        public boolean isClean() {
            return differences.isEmpty() && zeroSum && cash;
        }

        public Map<String, Object> json() {
            return Json.fields(
                    "accounts", accounts,
                    "symbols", symbols,
                    "differences", differences,
                    "zeroSum", zeroSum,
                    "cash", cash);
        }
    }

    public Reconciliation(LedgerReader ledger) {
        this.ledger = ledger;
    }

    /** Where the exchange's own trades and instruments come from. */
    public interface DropCopy {
        List<Trade> trades();

        Optional<Instrument> instrument(String symbol);
    }

    /**
     * Compares.
     *
     * @param complete the venue is stopped and nothing is on its way: then every trade must have been applied, on both sides
     */
    public Result compare(DropCopy dropCopy, boolean complete) {
        List<PositionView> positions = ledger.positions(Filter.ALL);
        Map<String, Long> applied = complete ? everything(dropCopy) : lastTrades(positions);
        Map<Pair, Sum> expected = fold(dropCopy, applied);
        List<Map<String, Object>> differences = new ArrayList<>();
        for (PositionView position : positions) {
            Pair pair = new Pair(position.account(), position.symbol());
            Sum sum = expected.remove(pair);
            Optional<Instrument> instrument = dropCopy.instrument(position.symbol());
            if (sum == null || instrument.isEmpty()) {
                differences.add(difference(pair, position.quantity(), BigDecimal.ZERO));
            } else {
                compare(position, sum, instrument.get(), differences);
            }
        }
        expected.forEach((pair, sum) -> {
            if (applied.containsKey(pair.account())) {
                differences.add(difference(pair, BigDecimal.ZERO, BigDecimal.valueOf(sum.quantity)));
            }
        });
        Conservation conservation = ledger.conservation();
        return new Result(
                conservation.accounts(),
                conservation.symbols().size(),
                differences,
                conservation.zeroSum()
                        && (!complete || conservation.halfTrades().isEmpty()),
                conservation.cash());
    }

    private static Map<String, Long> everything(DropCopy dropCopy) {
        Map<String, Long> applied = new HashMap<>();
        for (Trade trade : dropCopy.trades()) {
            applied.put(trade.buyAccountId(), Long.MAX_VALUE);
            applied.put(trade.sellAccountId(), Long.MAX_VALUE);
        }
        return applied;
    }

    private Map<String, Long> lastTrades(List<PositionView> positions) {
        Map<String, Long> applied = new HashMap<>();
        positions.forEach(position -> applied.computeIfAbsent(position.account(), this::lastTrade));
        return applied;
    }

    private long lastTrade(String account) {
        List<FillView> newest = ledger.fills(Filter.account(account), 1);
        return newest.isEmpty() ? 0 : newest.get(0).tradeId();
    }

    private static Map<Pair, Sum> fold(DropCopy dropCopy, Map<String, Long> applied) {
        Map<Pair, Sum> sums = new HashMap<>();
        for (Trade trade : dropCopy.trades()) {
            add(sums, applied, trade, trade.buyAccountId(), 1);
            add(sums, applied, trade, trade.sellAccountId(), -1);
        }
        return sums;
    }

    private static void add(Map<Pair, Sum> sums, Map<String, Long> applied, Trade trade, String account, int sign) {
        if (trade.tradeId() > applied.getOrDefault(account, 0L)) {
            return;
        }
        Sum sum = sums.computeIfAbsent(new Pair(account, trade.symbol()), pair -> new Sum());
        sum.quantity = Math.addExact(sum.quantity, sign * trade.quantity());
        sum.cash = Math.addExact(sum.cash, -sign * Math.multiplyExact(trade.price(), trade.quantity()));
    }

    private static void compare(
            PositionView position, Sum sum, Instrument instrument, List<Map<String, Object>> differences) {
        BigDecimal quantity = BigDecimal.valueOf(sum.quantity, instrument.quantityScale());
        BigDecimal cash = BigDecimal.valueOf(sum.cash, instrument.priceScale() + instrument.quantityScale());
        if (quantity.compareTo(position.quantity()) != 0 || cash.compareTo(position.cash()) != 0) {
            Map<String, Object> row =
                    difference(new Pair(position.account(), position.symbol()), position.quantity(), quantity);
            row.put("ledgerCash", position.cash().toPlainString());
            row.put("exchangeCash", cash.toPlainString());
            differences.add(row);
        }
    }

    private static Map<String, Object> difference(Pair pair, BigDecimal ledger, BigDecimal exchange) {
        return new TreeMap<>(Json.fields(
                "account", pair.account(),
                "symbol", pair.symbol(),
                "ledger", ledger.toPlainString(),
                "exchange", exchange.toPlainString()));
    }
}
