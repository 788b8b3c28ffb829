package daybook.strategies.cutover;

import daybook.delivery.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes changes that hold from one bar on fall between two bars. Whoever records a bar holds the row of table {@code cutover} for sharing,
 * whoever changes something holds it alone: a change sees all bars that were recorded before it, and each later bar sees the change.
 * Without clocks, so recorded bars of any time are treated alike. Stateless.
 */
public final class BarOrder {
    private static final String CHANGE = "UPDATE cutover SET changes = changes + 1, changed_at_us = ? WHERE id = 1";
    private static final String RECORD = "SELECT id FROM cutover WHERE id = 1";
    private static final String LAST = "SELECT COALESCE(MAX(end_us), 0) FROM closed_bar";
    /** The bars of a series end in the order of their tokens, which is that of an index. */
    private static final String LAST_OF = "SELECT end_us FROM closed_bar WHERE series = ? ORDER BY token DESC LIMIT 1";

    private BarOrder() {}

    /** In the caller's transaction: no bar is recorded from now until it ends. */
    public static void change(Connection connection, long nowMicros) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(CHANGE)) {
            change.setLong(1, nowMicros);
            change.executeUpdate();
        }
    }

    /** In the transaction that records a bar: nothing changes from now until it ends. */
    static void record(Connection connection) throws SQLException {
        try (Statement share = connection.createStatement()) {
            share.executeQuery(RECORD + Dialect.of(connection).keepingRows()).close();
        }
    }

    /** When the last recorded bar of all series ended; 0 before the first. */
    static long lastEnd(Connection connection) throws SQLException {
        try (PreparedStatement last = connection.prepareStatement(LAST);
                ResultSet row = last.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** When the last recorded bar of a series ended; 0 before the first. */
    public static long lastEnd(Connection connection, String series) throws SQLException {
        try (PreparedStatement last = connection.prepareStatement(LAST_OF)) {
            last.setString(1, series);
            try (ResultSet row = last.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}
