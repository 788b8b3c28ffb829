package daybook.lab.simulation;

import daybook.events.EventIds;
import daybook.events.Fill;
import daybook.events.Instrument;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.events.Trade;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Fills, positions and the leaderboard, computed again from the trades by a second, plain arithmetic. */
final class Holdings {
    /** One account in one symbol: average cost, halves away from zero. */
    private static final class Holding {
        BigInteger quantity = BigInteger.ZERO;
        BigInteger cost = BigInteger.ZERO;
        BigInteger realised = BigInteger.ZERO;
        BigInteger cash = BigInteger.ZERO;
        BigInteger charges = BigInteger.ZERO;
        long fills;
    }

    final List<Fill> fills = new ArrayList<>();
    private final Map<String, Instrument> instruments;
    private final Map<String, Map<String, Holding>> holdings = new TreeMap<>();
    private final Map<String, Trade> marks = new TreeMap<>();

    Holdings(List<Trade> trades, Map<String, Instrument> instruments) {
        this.instruments = instruments;
        for (Trade trade : trades) {
            marks.put(trade.symbol(), trade);
            take(fill(trade, Side.BUY));
            take(fill(trade, Side.SELL));
        }
    }

    private Fill fill(Trade trade, Side side) {
        boolean buys = side == Side.BUY;
        Instrument i = instrument(trade.symbol());
        Liquidity liquidity = trade.aggressorSide() == side ? Liquidity.TAKER : Liquidity.MAKER;
        long ppm = liquidity == Liquidity.MAKER ? -20 : 100;
        BigInteger charge = divide(worth(trade, i).multiply(BigInteger.valueOf(ppm)), BigInteger.valueOf(1_000_000));
        return new Fill(
                EventIds.ofFill(trade.tradeId(), side),
                trade.tradeId(),
                trade.seq(),
                trade.time(),
                buys ? trade.buyAccountId() : trade.sellAccountId(),
                trade.symbol(),
                side,
                trade.price(),
                trade.quantity(),
                buys ? trade.buyOrderId() : trade.sellOrderId(),
                liquidity,
                charge.longValueExact(),
                i.currency(),
                i.priceScale(),
                i.quantityScale(),
                i.moneyScale());
    }

    private void take(Fill fill) {
        fills.add(fill);
        Holding h = holdings.computeIfAbsent(fill.accountId(), a -> new TreeMap<>())
                .computeIfAbsent(fill.symbol(), s -> new Holding());
        BigInteger signed = BigInteger.valueOf(fill.side() == Side.BUY ? fill.quantity() : -fill.quantity());
        BigInteger unit = BigInteger.valueOf(fill.price())
                .multiply(BigInteger.TEN.pow(fill.moneyScale() - fill.priceScale() - fill.quantityScale()));
        BigInteger closing =
                h.quantity.signum() * signed.signum() < 0 ? h.quantity.abs().min(signed.abs()) : BigInteger.ZERO;
        BigInteger direction = BigInteger.valueOf(signed.signum());
        if (closing.signum() > 0) {
            BigInteger released = divide(h.cost.multiply(closing), h.quantity.abs());
            h.cost = h.cost.subtract(released);
            h.realised = h.realised
                    .subtract(direction.multiply(unit).multiply(closing))
                    .subtract(released);
        }
        h.cost = h.cost.add(direction.multiply(unit).multiply(signed.abs().subtract(closing)));
        h.quantity = h.quantity.add(signed);
        h.cash = h.cash.subtract(unit.multiply(signed));
        h.charges = h.charges.add(BigInteger.valueOf(fill.charges()));
        h.fills++;
    }

    /** As the ledger's table says them: account, symbol, quantity, cost, realised, cash, charges, fills. */
    List<String> positions() {
        List<String> rows = new ArrayList<>();
        holdings.forEach((account, symbols) -> symbols.forEach((symbol, h) -> rows.add(String.join(
                "|",
                account,
                symbol,
                h.quantity.toString(),
                h.cost.toString(),
                h.realised.toString(),
                h.cash.toString(),
                h.charges.toString(),
                Long.toString(h.fills)))));
        return rows;
    }

    /** As a service of a user adds them up: account, symbol, quantity, fills. */
    List<String> totals() {
        List<String> rows = new ArrayList<>();
        holdings.forEach((account, symbols) ->
                symbols.forEach((symbol, h) -> rows.add(account + "|" + symbol + "|" + h.quantity + "|" + h.fills)));
        return rows;
    }

    List<String> marks() {
        List<String> rows = new ArrayList<>();
        marks.forEach((symbol, trade) -> rows.add(symbol + "|" + trade.tradeId() + "|" + trade.price()));
        return rows;
    }

    /** Currency, rank, account, net, by profit. */
    List<String> leaderboard() {
        record Profit(String currency, String account, BigDecimal net) {}
        Map<String, Profit> profits = new TreeMap<>();
        holdings.forEach((account, symbols) -> symbols.forEach((symbol, h) -> {
            Instrument i = instrument(symbol);
            BigInteger value = h.quantity
                    .multiply(BigInteger.valueOf(mark(symbol)))
                    .multiply(BigInteger.TEN.pow(i.moneyScale() - i.priceScale() - i.quantityScale()));
            BigDecimal net = new BigDecimal(h.cash.add(value).subtract(h.charges), i.moneyScale());
            profits.merge(
                    i.currency() + "|" + account,
                    new Profit(i.currency(), account, net),
                    (a, b) -> new Profit(a.currency(), a.account(), a.net().add(b.net())));
        }));
        List<Profit> sorted = new ArrayList<>(profits.values());
        sorted.sort(Comparator.comparing(Profit::currency)
                .thenComparing(Profit::net, Comparator.reverseOrder())
                .thenComparing(Profit::account));
        List<String> rows = new ArrayList<>();
        Map<String, Integer> ranks = new TreeMap<>();
        for (Profit profit : sorted) {
            int rank = ranks.merge(profit.currency(), 1, Integer::sum);
            rows.add(profit.currency() + "|" + rank + "|" + profit.account() + "|"
                    + profit.net().stripTrailingZeros().toPlainString());
        }
        return rows;
    }

    /** Quantity and cash of each symbol over all accounts: both are nothing. */
    boolean addUpToNothing() {
        Map<String, BigInteger> quantity = new TreeMap<>();
        Map<String, BigInteger> cash = new TreeMap<>();
        holdings.forEach((account, symbols) -> symbols.forEach((symbol, h) -> {
            quantity.merge(symbol, h.quantity, BigInteger::add);
            cash.merge(symbol, h.cash, BigInteger::add);
        }));
        return quantity.values().stream().allMatch(sum -> sum.signum() == 0)
                && cash.values().stream().allMatch(sum -> sum.signum() == 0);
    }

    private Instrument instrument(String symbol) {
        return Objects.requireNonNull(instruments.get(symbol), symbol);
    }

    private long mark(String symbol) {
        return Objects.requireNonNull(marks.get(symbol), symbol).price();
    }

    private static BigInteger worth(Trade trade, Instrument i) {
        return BigInteger.valueOf(trade.price())
                .multiply(BigInteger.valueOf(trade.quantity()))
                .multiply(BigInteger.TEN.pow(i.moneyScale() - i.priceScale() - i.quantityScale()));
    }

    /** To the nearest, halves away from zero. */
    private static BigInteger divide(BigInteger amount, BigInteger by) {
        return new BigDecimal(amount)
                .divide(new BigDecimal(by), 0, RoundingMode.HALF_UP)
                .toBigIntegerExact();
    }
}
