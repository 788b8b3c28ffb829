package daybook.app.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Finds by a table's primary key what was traded from a time on. Trades are numbered in the order in which they were made, and venue time
 * never goes back: so a time is a place among the numbers, and is found in some dozens of rows, however many there are, without an index
 * on the time, which each fill would have to pay for.
 */
enum TradeTime {
    /** Of the ledger, by {@code fill_order}. */
    FILLS("fill_entry", "fill_order"),
    /** Of capture, by {@code trade_id}. */
    TRADES("trade", "trade_id");

    private final String ends;
    private final String from;
    private final String between;

    TradeTime(String table, String key) {
        // Two questions, each of one row: in one, SQLite would read the whole table.
        this.ends = "SELECT (SELECT MIN(" + key + ") FROM " + table + "), (SELECT MAX(" + key + ") FROM " + table + ")";
        this.from =
                "SELECT " + key + ", time_us FROM " + table + " WHERE " + key + " >= ? ORDER BY " + key + " LIMIT 1";
        this.between = "SELECT COUNT(*) FROM " + table + " WHERE " + key + " >= ? AND " + key + " < ?";
    }

    /** Numbers from {@code from} on and below {@code until}. */
    record Range(long from, long until) {}

    /** What was traded from a time on and before another. */
    Range range(Connection connection, long fromUs, long untilUs) throws SQLException {
        return new Range(first(connection, fromUs), first(connection, untilUs));
    }

    /** How many there are of these numbers. */
    long count(Connection connection, Range range) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(between)) {
            select.setLong(1, range.from());
            select.setLong(2, range.until());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** The statements, with a parameter for each {@code ?}. */
    String[] statements() {
        return new String[] {ends, from, between};
    }

    /** The lowest number that was not traded before this time; one above all if there is none. */
    private long first(Connection connection, long timeUs) throws SQLException {
        long low;
        long high;
        try (PreparedStatement select = connection.prepareStatement(ends);
                ResultSet row = select.executeQuery()) {
            row.next();
            low = row.getLong(1);
            high = row.getLong(2) + 1;
        }
        try (PreparedStatement select = connection.prepareStatement(from)) {
            while (low < high) {
                long middle = low + (high - low) / 2;
                select.setLong(1, middle);
                try (ResultSet row = select.executeQuery()) {
                    if (row.next() && row.getLong(2) < timeUs) {
                        low = row.getLong(1) + 1;
                    } else {
                        high = middle;
                    }
                }
            }
        }
        return low;
    }
}
