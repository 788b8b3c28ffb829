package daybook.app.jobs;

import daybook.posttrade.ledger.Ledger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Whether the ledger has what capture has of a day. Of earlier days it is known that no trade has one side alone; that both sides of all are
 * there was asked when it was their turn. Reads no more, however long the history is.
 */
record DayCheck(long fromUs, long untilUs, Completeness completeness) {
    private static final String HALF_TRADES = "SELECT COUNT(*) FROM half_trade WHERE fill_order < ?";
    private static final String PUT_ASIDE =
            "SELECT (SELECT COUNT(*) FROM dead_letter WHERE consumer = ? AND state <> 'replayed')"
                    + " + (SELECT COUNT(*) FROM held_record WHERE consumer = ?)";

    /**
     * What the ledger has.
     *
     * @param fills of the day
     * @param half trades until the end of the day of which it has one side alone
     * @param aside records that it has put aside, or holds until it can have them; each may be a fill
     */
    record Counts(long fills, long half, long aside) {}

    /** Whether that is all. */
    interface Completeness {
        /**
         * A ledger that is behind has no statements yet. What it has put aside it has seen, and waits for a person: those accounts' are
         * marked instead.
         */
        Completeness ASIDE_IS_SEEN = (ledger, captured) ->
                ledger.half() <= ledger.aside() && ledger.fills() + ledger.aside() >= 2 * captured;

        boolean of(Counts ledger, long captured);
    }

    /** The day's trades, as capture has them. */
    long captured(Connection capture) throws SQLException {
        return TradeTime.TRADES.count(capture, TradeTime.TRADES.range(capture, fromUs, untilUs));
    }

    /**
     * Does nothing if the ledger has the day.
     *
     * @param captured trades of the day that it must have both sides of
     * @throws IllegalStateException if it has not
     */
    void requireAll(Connection ledger, long captured) throws SQLException {
        TradeTime.Range day = TradeTime.FILLS.range(ledger, fromUs, untilUs);
        Counts has = new Counts(TradeTime.FILLS.count(ledger, day), halfTrades(ledger, day.until()), putAside(ledger));
        if (!completeness.of(has, captured)) {
            throw new IllegalStateException("the ledger has " + has.fills() + " fills of the day, " + has.aside()
                    + " put aside, and one side alone of " + has.half() + " trades (expected: both sides of " + captured
                    + ")");
        }
    }

    static String[] statements() {
        return new String[] {HALF_TRADES};
    }

    private static long halfTrades(Connection ledger, long until) throws SQLException {
        try (PreparedStatement select = ledger.prepareStatement(HALF_TRADES)) {
            select.setLong(1, until);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static long putAside(Connection ledger) throws SQLException {
        try (PreparedStatement select = ledger.prepareStatement(PUT_ASIDE)) {
            select.setString(1, Ledger.NAME);
            select.setString(2, Ledger.NAME);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
