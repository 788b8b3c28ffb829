package daybook.posttrade.reconcile;

import java.math.BigDecimal;

/**
 * An account and a symbol of which the ledger and the exchange's trades say different things.
 *
 * @param pending a record of this account or symbol was parked, so it is known that the ledger is not right here
 */
public record Difference(Holding holding, Amounts ledger, Amounts exchange, boolean pending) {

    /** One account in one symbol. */
    public record Holding(String account, String symbol) {}

    /**
     * What one side says.
     *
     * @param quantity below 0 = short
     * @param cash paid (below 0) or received, before charges
     */
    public record Amounts(BigDecimal quantity, BigDecimal cash) {
        static final Amounts NOTHING = new Amounts(BigDecimal.ZERO, BigDecimal.ZERO);

        boolean agrees(Amounts other) {
            return quantity.compareTo(other.quantity) == 0 && cash.compareTo(other.cash) == 0;
        }

        private String text() {
            return quantity.toPlainString() + " for " + cash.toPlainString();
        }
    }

    /** In one line, for people. */
    public String text() {
        return holding.account() + " " + holding.symbol() + ": the ledger has " + ledger.text()
                + ", the exchange's trades make " + exchange.text();
    }
}
