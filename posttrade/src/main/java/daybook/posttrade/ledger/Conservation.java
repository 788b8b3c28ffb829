package daybook.posttrade.ledger;

import daybook.events.Side;
import java.math.BigDecimal;
import java.util.List;

/**
 * What must add up to nothing over all accounts, because every trade has two sides - once trades of which only one side has
 * been applied are left out.
 *
 * @param accounts how many have a position, or had one
 * @param symbols one entry for each
 * @param halfTrades the trades left out
 * @param brokenPositions where realised - cost is not cash; always empty
 */
public record Conservation(
        long accounts, List<SymbolSum> symbols, List<HalfTrade> halfTrades, List<String> brokenPositions) {

    /**
     * Sums of one symbol over all accounts, half-applied trades left out. Both are 0. Then profit adds up to 0 too, whatever
     * the mark, because it is cash plus quantity x mark.
     */
    public record SymbolSum(String symbol, String currency, BigDecimal quantity, BigDecimal cash) {}

    /** A trade of which only this side has been applied. */
    public record HalfTrade(long tradeId, String account, String symbol, Side side) {}

    /** Quantities add up to 0 in every symbol. */
    public boolean zeroSum() {
        return symbols.stream().allMatch(sum -> sum.quantity().signum() == 0);
    }

    /** Cash adds up to 0 in every symbol, and every position's cash is its realised less its cost. */
    public boolean cash() {
        return brokenPositions.isEmpty()
                && symbols.stream().allMatch(sum -> sum.cash().signum() == 0);
    }
}
