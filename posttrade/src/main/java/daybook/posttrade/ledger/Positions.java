package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.Fill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@code position} table, with a copy in memory of the rows that were used: a batch changes each touched row once, in
 * absolute values. The copy is dropped when a transaction is undone. Confined to the ledger's thread.
 */
final class Positions {
    /** Above this the copy is dropped after a commit and read again as needed. */
    private static final int MAX_COPIES = 1_000_000;

    private static final String LOAD =
            "SELECT currency, quantity, cost, realised, cash, charges, bought, sold, fills, last_order"
                    + " FROM position WHERE account = ? AND symbol = ?";
    private static final String STORE =
            "INSERT INTO position (account, symbol, currency, quantity, cost, realised, cash,"
                    + " charges, bought, sold, fills, last_order) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (account, symbol) DO UPDATE SET quantity = excluded.quantity, cost = excluded.cost,"
                    + " realised = excluded.realised, cash = excluded.cash, charges = excluded.charges, bought = excluded.bought,"
                    + " sold = excluded.sold, fills = excluded.fills, last_order = excluded.last_order";

    private final Statements statements = new Statements();
    private final Map<Pair, Position> copies = new HashMap<>();
    private final Map<Pair, Position> changed = new HashMap<>();

    /** The position that this fill changes, which is written at the next {@link #store}. */
    Position change(Connection connection, Pair pair, Fill fill) throws SQLException {
        Position position = copies.get(pair);
        if (position == null) {
            position = load(connection, pair, fill.currency());
            copies.put(pair, position);
        }
        changed.put(pair, position);
        return position;
    }

    /** Puts a position that was folded again in the place of what is there. */
    void replace(Pair pair, Position position) {
        copies.put(pair, position);
        changed.put(pair, position);
    }

    /** Writes what has changed, in the caller's transaction. */
    void store(Connection connection) throws SQLException {
        PreparedStatement store = statements.prepare(connection, STORE);
        for (Position p : changed.values()) {
            store.setString(1, p.account);
            store.setString(2, p.symbol);
            store.setString(3, p.currency);
            store.setLong(4, p.quantity);
            store.setLong(5, p.cost);
            store.setLong(6, p.realised);
            store.setLong(7, p.cash);
            store.setLong(8, p.charges);
            store.setLong(9, p.bought);
            store.setLong(10, p.sold);
            store.setLong(11, p.fills);
            store.setLong(12, p.lastOrder);
            store.addBatch();
        }
        store.executeBatch();
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

    private Position load(Connection connection, Pair pair, String currency) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD);
        load.setString(1, pair.account());
        load.setString(2, pair.symbol());
        try (ResultSet row = load.executeQuery()) {
            if (!row.next()) {
                return new Position(pair.account(), pair.symbol(), currency);
            }
            Position position = new Position(pair.account(), pair.symbol(), row.getString(1));
            position.quantity = row.getLong(2);
            position.cost = row.getLong(3);
            position.realised = row.getLong(4);
            position.cash = row.getLong(5);
            position.charges = row.getLong(6);
            position.bought = row.getLong(7);
            position.sold = row.getLong(8);
            position.fills = row.getLong(9);
            position.lastOrder = row.getLong(10);
            return position;
        }
    }
}
