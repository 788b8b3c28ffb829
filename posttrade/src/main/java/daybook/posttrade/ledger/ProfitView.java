package daybook.posttrade.ledger;

import java.math.BigDecimal;

/**
 * What an account has made in a currency, over all its symbols. Currencies are never added up.
 *
 * @param realised before charges
 * @param unrealised at the marks
 * @param cash what fills moved, less charges
 * @param pending part of it is not to be trusted until a parked record is repaired
 */
public record ProfitView(
        String account,
        String currency,
        BigDecimal realised,
        BigDecimal unrealised,
        BigDecimal charges,
        BigDecimal cash,
        boolean pending) {

    /** Realised and unrealised, less charges. */
    public BigDecimal net() {
        return realised.add(unrealised).subtract(charges);
    }

    ProfitView plus(PositionView position) {
        return new ProfitView(
                account,
                currency,
                realised.add(position.realised()),
                unrealised.add(position.unrealised()),
                charges.add(position.charges()),
                cash.add(position.cash()).subtract(position.charges()),
                pending || position.pending());
    }
}
