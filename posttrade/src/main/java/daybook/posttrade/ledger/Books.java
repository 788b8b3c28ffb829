package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.delivery.BatchHandler;
import daybook.delivery.Statements;
import daybook.events.Fill;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies batches of fills to the ledger's tables: stores those that are new, folds each into its position - or folds the
 * position anew where a fill came late - and keeps marks and half-applied trades. Confined to the ledger's thread.
 */
final class Books implements BatchHandler {
    private static final String CHANGED = "UPDATE ledger_version SET version = version + 1 WHERE id = 1";

    private final FillTable table = new FillTable();
    private final Positions positions = new Positions();
    private final Marks marks = new Marks();
    private final HalfTrades halves = new HalfTrades();
    private final Fold fold = new Fold();
    private final Statements statements = new Statements();

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        Map<Pair, ReadFill> late = new HashMap<>();
        boolean changed = false;
        for (StoredRecord record : records) {
            changed |= apply(connection, FillReading.read(record), late);
        }
        table.flush(connection);
        for (Map.Entry<Pair, ReadFill> entry : late.entrySet()) {
            foldAgain(connection, entry.getKey(), entry.getValue());
        }
        if (changed) {
            store(connection);
        }
    }

    /** Folds a position again whose fills were corrected, in the caller's transaction. */
    void refold(Connection connection, Pair pair) throws SQLException {
        Scales scales = marks.scales(connection, pair.symbol());
        if (scales == null) {
            throw new IllegalStateException("symbol: " + pair.symbol() + " (expected: one that has fills)");
        }
        Position before = positions.of(connection, pair, scales.currency());
        positions.change(pair, fold.again(connection, before, scales));
        store(connection);
    }

    @Override
    public void committed() {
        positions.committed();
        marks.committed();
        halves.committed();
    }

    @Override
    public void rolledBack() {
        table.rolledBack();
        positions.rolledBack();
        marks.rolledBack();
        halves.rolledBack();
    }

    /** Stores a fill and folds it in, or notes that its position must be folded again. Returns whether it is new. */
    private boolean apply(Connection connection, ReadFill read, Map<Pair, ReadFill> late) throws SQLException {
        Fill fill = read.fill();
        Pair pair = Pair.of(fill);
        Position position = positions.of(connection, pair, fill.currency());
        long order = Position.order(fill.tradeId(), fill.side());
        // Behind everything that is stored for its position: new, without asking. All others are asked for by their
        // identity.
        boolean follows = order > position.lastOrder && !late.containsKey(pair);
        if (follows) {
            table.append(connection, read, position);
        } else if (!table.add(connection, fill, position)) {
            return false;
        }
        checkScales(connection, read);
        positions.change(pair, position);
        position.newest = order;
        if (follows) {
            foldIn(position, read);
        } else {
            late.putIfAbsent(pair, read);
        }
        marks.see(connection, fill);
        halves.see(connection, fill);
        return true;
    }

    private static void foldIn(Position position, ReadFill read) {
        try {
            position.apply(read.fill(), read.fill().price(), read.fill().quantity());
            position.count(read.fill());
        } catch (ArithmeticException e) {
            throw overflow(read, e);
        }
    }

    private void foldAgain(Connection connection, Pair pair, ReadFill cause) throws SQLException {
        Scales scales = Scales.of(cause.fill());
        try {
            Position before = positions.of(connection, pair, scales.currency());
            positions.change(pair, fold.again(connection, before, scales));
        } catch (ArithmeticException e) {
            throw overflow(cause, e);
        }
    }

    private void store(Connection connection) throws SQLException {
        positions.store(connection);
        marks.store(connection);
        halves.store(connection);
        statements.prepare(connection, CHANGED).executeUpdate();
    }

    private void checkScales(Connection connection, ReadFill read) throws SQLException {
        Scales stated = Scales.of(read.fill());
        Scales known = marks.scales(connection, read.fill().symbol());
        if (known != null && !known.equals(stated)) {
            throw new BadRecordException(
                    read.origin(),
                    "symbol: " + read.fill().symbol() + " with " + stated + " (expected: as before, " + known + ")");
        }
    }

    private static BadRecordException overflow(ReadFill read, ArithmeticException cause) {
        return new BadRecordException(
                read.origin(), "fill: " + read.fill().fillId() + " makes a number too large for 64 bits", cause);
    }
}
