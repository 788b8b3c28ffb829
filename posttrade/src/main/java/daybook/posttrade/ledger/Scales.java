package daybook.posttrade.ledger;

import daybook.events.Fill;

/** A symbol's decimals and currency, as its fills state them. They never change. */
record Scales(String currency, int price, int quantity, int money) {
    static Scales of(Fill fill) {
        return new Scales(fill.currency(), fill.priceScale(), fill.quantityScale(), fill.moneyScale());
    }
}
