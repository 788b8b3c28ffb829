package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code position} table, with a copy in memory of the rows that were used: a batch changes each touched row once, in
 * absolute values. The copy is dropped when a transaction is undone. Confined to the ledger's thread.
 */
final class Positions {
    /** Above this the copy is dropped after a commit and read again as needed. */
    private static final int MAX_COPIES = 1_000_000;

    private static final String LAST_ID = "SELECT COALESCE(MAX(position_id), 0) FROM position";
    private static final String LOAD =
            "SELECT position_id, currency, quantity, cost, realised, cash, charges, bought, sold,"
                    + " fills, last_order, newest_fill FROM position WHERE account = ? AND symbol = ?";
    private static final String UPDATE =
            "UPDATE position SET quantity = ?, cost = ?, realised = ?, cash = ?, charges = ?,"
                    + " bought = ?, sold = ?, fills = ?, last_order = ?, newest_fill = ? WHERE position_id = ?";
    private static final String INSERT =
            "INSERT INTO position (quantity, cost, realised, cash, charges, bought, sold, fills,"
                    + " last_order, newest_fill, position_id, account, symbol, currency)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final Comparator<Position> BY_ID = Comparator.comparingLong(position -> position.id);

    private final Statements statements = new Statements();
    private final Map<Pair, Position> copies = new HashMap<>();
    private final Map<Pair, Position> changed = new HashMap<>();
    private long lastId = -1;

    /** The position of a fill; a new one is in the database after {@link #change} and {@link #store}. */
    Position of(Connection connection, Pair pair, String currency) throws SQLException {
        Position position = copies.get(pair);
        if (position == null) {
            position = load(connection, pair, currency);
            copies.put(pair, position);
        }
        return position;
    }

    /** Notes that a position is changed, or takes the place of what is there. It is written at the next {@link #store}. */
    void change(Pair pair, Position position) {
        copies.put(pair, position);
        changed.put(pair, position);
    }

    /** Writes what has changed, in the caller's transaction. */
    void store(Connection connection) throws SQLException {
        PreparedStatement update = statements.prepare(connection, UPDATE);
        PreparedStatement insert = statements.prepare(connection, INSERT);
        List<Position> rows = new ArrayList<>(changed.values());
        // In the order of the rows, so that neighbours are found on the page at hand.
        rows.sort(BY_ID);
        for (Position position : rows) {
            PreparedStatement row = position.stored ? update : insert;
            bind(row, position);
            if (!position.stored) {
                row.setString(12, position.account);
                row.setString(13, position.symbol);
                row.setString(14, position.currency);
            }
            row.addBatch();
            position.stored = true;
        }
        update.executeBatch();
        insert.executeBatch();
    }

    void committed() {
        changed.clear();
        if (copies.size() > MAX_COPIES) {
            copies.clear();
        }
    }

    void rolledBack() {
        copies.keySet().removeAll(changed.keySet());
        changed.clear();
    }

    private static void bind(PreparedStatement row, Position position) throws SQLException {
        row.setLong(1, position.quantity);
        row.setLong(2, position.cost);
        row.setLong(3, position.realised);
        row.setLong(4, position.cash);
        row.setLong(5, position.charges);
        row.setLong(6, position.bought);
        row.setLong(7, position.sold);
        row.setLong(8, position.fills);
        row.setLong(9, position.lastOrder);
        row.setLong(10, position.newest);
        row.setLong(11, position.id);
    }

    private Position load(Connection connection, Pair pair, String currency) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD);
        load.setString(1, pair.account());
        load.setString(2, pair.symbol());
        try (ResultSet row = load.executeQuery()) {
            if (!row.next()) {
                return new Position(nextId(connection), pair.account(), pair.symbol(), currency);
            }
            Position position = new Position(row.getLong(1), pair.account(), pair.symbol(), row.getString(2));
            position.quantity = row.getLong(3);
            position.cost = row.getLong(4);
            position.realised = row.getLong(5);
            position.cash = row.getLong(6);
            position.charges = row.getLong(7);
            position.bought = row.getLong(8);
            position.sold = row.getLong(9);
            position.fills = row.getLong(10);
            position.lastOrder = row.getLong(11);
            position.newest = row.getLong(12);
            position.stored = true;
            return position;
        }
    }

    private long nextId(Connection connection) throws SQLException {
        if (lastId < 0) {
            try (ResultSet row = statements.prepare(connection, LAST_ID).executeQuery()) {
                row.next();
                lastId = row.getLong(1);
            }
        }
        return ++lastId;
    }
}
