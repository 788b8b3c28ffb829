package daybook.posttrade.ledger;

import daybook.events.Fill;

/** An account in a symbol. */
record Pair(String account, String symbol) {
    static Pair of(Fill fill) {
        return new Pair(fill.accountId(), fill.symbol());
    }
}
