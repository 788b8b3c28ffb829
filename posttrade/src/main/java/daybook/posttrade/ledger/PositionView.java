package daybook.posttrade.ledger;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A position as people read it: decimals of the symbol and the currency, nothing rounded but the average price.
 *
 * @param quantity below 0 = short
 * @param averagePrice cost / quantity, to four decimals more than a price has, halves to even; absent when flat
 * @param mark price of the fill with the highest trade id seen in this symbol
 * @param realised before charges
 * @param unrealised at the mark
 * @param cash what fills moved, before charges: realised - cost
 * @param pending a record of this account or symbol was parked: the numbers are not to be trusted until it is repaired
 */
public record PositionView(
        String account,
        String symbol,
        String currency,
        BigDecimal quantity,
        Optional<BigDecimal> averagePrice,
        BigDecimal mark,
        BigDecimal realised,
        BigDecimal unrealised,
        BigDecimal charges,
        BigDecimal cash,
        BigDecimal bought,
        BigDecimal sold,
        long fills,
        boolean pending) {

    /** Realised and unrealised, less charges. */
    public BigDecimal net() {
        return realised.add(unrealised).subtract(charges);
    }
}
