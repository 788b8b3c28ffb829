package daybook.posttrade.ledger;

import daybook.events.Fill;
import daybook.events.Side;
import daybook.posttrade.Exact;

/**
 * One account in one symbol, by average cost. Confined to the ledger's thread.
 *
 * <p>{@code cost} is what the open quantity has cost in money: above 0 for a long position, below 0 (what it has brought in)
 * for a short one, 0 when flat. It is kept as one integer, not as an average price, so that nothing is rounded as a position
 * grows. Closing k of n releases k/n of it, rounded to the nearest money unit, halves away from zero; what rounding leaves
 * stays in {@code cost} and is released with the last of the quantity. So {@code realised - cost = cash} after every fill.
 */
final class Position {
    /** Its names in numbers; {@link Names}. */
    final long accountNo;

    final long symbolNo;
    final Pair pair;
    final String currency;

    /** In quantity units; below 0 = short. */
    long quantity;

    /** All in money units of the currency. Cash and realised are before charges. */
    long cost;

    long realised;
    long cash;
    long charges;

    /** In quantity units. */
    long bought;

    /** Always bought - quantity. */
    long sold;

    long fills;

    /** {@link #order} of the last fill folded in; 0 if none. */
    long lastOrder;

    /** {@link #order} of the fill that arrived last; 0 if none. The others hang behind it, each on the next. */
    long newest;

    /** Whether it is among those that {@link Positions} has in memory, and has noted as changed. */
    boolean kept;

    boolean changed;

    Position(long accountNo, long symbolNo, Pair pair, String currency) {
        this.accountNo = accountNo;
        this.symbolNo = symbolNo;
        this.pair = pair;
        this.currency = currency;
    }

    /** A fill's identity and its place in trade order: by trade, and within a trade of an account with itself the buy first. */
    static long order(long tradeId, Side side) {
        return 2 * tradeId + (side == Side.BUY ? 0 : 1);
    }

    static long tradeId(long order) {
        return order / 2;
    }

    static Side side(long order) {
        return order % 2 == 0 ? Side.BUY : Side.SELL;
    }

    /**
     * Folds one fill in.
     *
     * @param price may differ from the fill's, if that was corrected; quantity likewise
     * @throws ArithmeticException if a number outgrows 64 bits; the position is then half changed and must be dropped
     */
    void apply(Fill fill, long price, long quantityTraded) {
        long notional = notional(fill, price, quantityTraded);
        boolean buys = fill.side() == Side.BUY;
        long signed = buys ? quantityTraded : -quantityTraded;
        long closing = quantity != 0 && (quantity > 0) != buys ? Math.min(Math.abs(quantity), quantityTraded) : 0;
        if (closing > 0) {
            close(closing, buys, notional(fill, price, closing));
        }
        long opening = quantityTraded - closing;
        if (opening > 0) {
            long opened = notional(fill, price, opening);
            cost = Math.addExact(cost, buys ? opened : -opened);
        }
        quantity = Math.addExact(quantity, signed);
        cash = buys ? Math.subtractExact(cash, notional) : Math.addExact(cash, notional);
        bought = Math.addExact(bought, buys ? quantityTraded : 0);
        sold = Math.addExact(sold, buys ? 0 : quantityTraded);
    }

    /** Takes back all fills, before they are folded anew. */
    void clear() {
        quantity = 0;
        cost = 0;
        realised = 0;
        cash = 0;
        charges = 0;
        bought = 0;
        sold = 0;
        fills = 0;
        lastOrder = 0;
    }

    /** What belongs to the fill whatever became of its price: its charges and its place. */
    void count(Fill fill) {
        charges = Math.addExact(charges, fill.charges());
        fills++;
        lastOrder = order(fill.tradeId(), fill.side());
    }

    /** price x quantity in money units; exact, because money has at least as many decimals as both together. */
    static long notional(Fill fill, long price, long quantity) {
        int spare = fill.moneyScale() - fill.priceScale() - fill.quantityScale();
        return Math.multiplyExact(Math.multiplyExact(price, quantity), Exact.powerOfTen(spare));
    }

    private void close(long closing, boolean buys, long notional) {
        long released = Exact.mulDiv(cost, closing, Math.abs(quantity));
        cost = Math.subtractExact(cost, released);
        realised = Math.addExact(realised, Math.subtractExact(buys ? -notional : notional, released));
    }
}
