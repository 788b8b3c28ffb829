package daybook.posttrade.ledger;

import daybook.delivery.LongRows;
import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The {@code position_entry} table, with a copy in memory of all positions or, of very many, of those that were used. Entries
 * are written when they must be or when all is settled ({@link SettledLine}), each once, in absolute values. What a transaction
 * had changed is read again when it is undone. Confined to the ledger's thread.
 */
final class Positions {
    /** Above this the copy is dropped once all is settled, and read again as needed. */
    private static final int MAX_COPIES = 1_000_000;

    private static final String COLUMNS =
            "quantity, cost, realised, cash, charges, bought, fills, last_order, newest_fill";
    private static final String LOAD = "SELECT " + COLUMNS + ", account_no, symbol_no, account, symbol, currency"
            + " FROM position WHERE settled = ? LIMIT ?";
    private static final String LOAD_ONE =
            "SELECT " + COLUMNS + " FROM position_entry WHERE account_no = ? AND symbol_no = ?";
    private static final String UPDATE = "ON CONFLICT (account_no, symbol_no) DO UPDATE SET"
            + " quantity = excluded.quantity, cost = excluded.cost, realised = excluded.realised, cash = excluded.cash,"
            + " charges = excluded.charges, bought = excluded.bought, fills = excluded.fills,"
            + " last_order = excluded.last_order, newest_fill = excluded.newest_fill";
    private static final Comparator<Position> BY_KEY = Comparator.<Position>comparingLong(
                    position -> position.accountNo)
            .thenComparingLong(position -> position.symbolNo);

    private final Statements statements = new Statements();
    private final LongRows entryRows =
            new LongRows("position_entry", List.of((COLUMNS + ", account_no, symbol_no").split(", ")), UPDATE);
    private final Names names = new Names();
    private final Map<Pair, Position> copies = new HashMap<>();
    private final List<Position> changed = new ArrayList<>();
    private final Set<Position> unsettled = new HashSet<>();
    private boolean loaded;

    /** There are no positions but those in {@link #copies}. */
    private boolean all;

    /** The position of a fill; a new one is kept from {@link #change} on. */
    Position of(Connection connection, Pair pair, String currency) throws SQLException {
        load(connection);
        Position position = copies.get(pair);
        return position == null ? find(connection, pair, currency) : position;
    }

    /** Notes that a position is changed, or about to be. */
    void change(Position position) {
        if (!position.changed) {
            position.changed = true;
            changed.add(position);
        }
        if (!position.kept) {
            position.kept = true;
            copies.put(position.pair, position);
        }
    }

    /**
     * Writes what has changed and must have an entry, in the caller's transaction.
     *
     * @param settle everything must
     */
    void store(Connection connection, SettledLine line, boolean settle) throws SQLException {
        if (settle) {
            load(connection);
        }
        names.store(connection);
        List<Position> entries = new ArrayList<>();
        for (Position position : changed) {
            if (settle || line.covers(connection, position.lastOrder)) {
                entries.add(position);
            } else {
                unsettled.add(position);
            }
        }
        if (settle) {
            unsettled.stream().filter(position -> !position.changed).forEach(entries::add);
            unsettled.clear();
        }
        write(connection, entries);
    }

    void committed() {
        changed.forEach(position -> position.changed = false);
        changed.clear();
        if (unsettled.isEmpty() && copies.size() > MAX_COPIES) {
            copies.clear();
            all = false;
        }
    }

    void rolledBack() {
        changed.forEach(position -> copies.remove(position.pair));
        unsettled.forEach(position -> copies.remove(position.pair));
        changed.clear();
        unsettled.clear();
        entryRows.clear();
        names.rolledBack();
        all = false;
        loaded = false;
    }

    /** Nothing in memory counts any more. */
    void forget() {
        rolledBack();
        copies.clear();
    }

    private void write(Connection connection, List<Position> entries) throws SQLException {
        // In the order of the table, so that neighbours are found on the page at hand.
        entries.sort(BY_KEY);
        for (Position position : entries) {
            entryRows.add(
                    position.quantity,
                    position.cost,
                    position.realised,
                    position.cash,
                    position.charges,
                    position.bought,
                    position.fills,
                    position.lastOrder,
                    position.newest,
                    position.accountNo,
                    position.symbolNo);
        }
        entryRows.flush(connection);
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        boolean first = copies.isEmpty();
        load(connection, false, Integer.MAX_VALUE);
        if (first) {
            all = load(connection, true, MAX_COPIES) < MAX_COPIES;
        }
        loaded = true;
    }

    /** Reads positions into the copy. Returns how many. */
    private int load(Connection connection, boolean settled, int limit) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD);
        load.setInt(1, settled ? 1 : 0);
        load.setInt(2, limit);
        int count = 0;
        try (ResultSet row = load.executeQuery()) {
            while (row.next()) {
                Pair pair = new Pair(row.getString(12), row.getString(13));
                Position position = new Position(row.getLong(10), row.getLong(11), pair, row.getString(14));
                read(row, position);
                position.kept = true;
                copies.put(pair, position);
                if (!settled) {
                    unsettled.add(position);
                }
                count++;
            }
        }
        return count;
    }

    private Position find(Connection connection, Pair pair, String currency) throws SQLException {
        long accountNo = names.number(connection, pair.account());
        long symbolNo = names.number(connection, pair.symbol());
        Position position = new Position(accountNo, symbolNo, pair, currency);
        if (!all) {
            PreparedStatement load = statements.prepare(connection, LOAD_ONE);
            load.setLong(1, accountNo);
            load.setLong(2, symbolNo);
            try (ResultSet row = load.executeQuery()) {
                if (row.next()) {
                    read(row, position);
                    position.kept = true;
                    copies.put(pair, position);
                }
            }
        }
        return position;
    }

    private static void read(ResultSet row, Position position) throws SQLException {
        position.quantity = row.getLong(1);
        position.cost = row.getLong(2);
        position.realised = row.getLong(3);
        position.cash = row.getLong(4);
        position.charges = row.getLong(5);
        position.bought = row.getLong(6);
        position.sold = position.bought - position.quantity;
        position.fills = row.getLong(7);
        position.lastOrder = row.getLong(8);
        position.newest = row.getLong(9);
    }
}
