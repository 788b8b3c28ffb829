package daybook.posttrade.ledger;

import daybook.events.Fill;
import org.jspecify.annotations.Nullable;

/** An account in a symbol. */
record Pair(String account, String symbol) {
    /** 2^32 divided by the golden ratio: spreads accounts that differ in their last letters only. */
    private static final int SPREAD = 0x9E3779B9;

    static Pair of(Fill fill) {
        return new Pair(fill.accountId(), fill.symbol());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Pair pair && account.equals(pair.account) && symbol.equals(pair.symbol);
    }

    /** Not 31 x one + the other, as a record has it: with short names most pairs would share their hash with others. */
    @Override
    public int hashCode() {
        return account.hashCode() * SPREAD + symbol.hashCode();
    }
}
