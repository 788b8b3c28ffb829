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
            ReadFill read = FillReading.read(record);
            Pair pair = Pair.of(read.fill());
            Position position = positions.of(connection, pair, read.fill().currency());
            if (table.add(connection, read.fill(), position)) {
                changed = true;
                positions.change(pair, position);
                applyNew(connection, read, position, late);
            }
        }
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
        positions.rolledBack();
        marks.rolledBack();
        halves.rolledBack();
    }

    private void applyNew(Connection connection, ReadFill read, Position position, Map<Pair, ReadFill> late)
            throws SQLException {
        checkScales(connection, read);
        Fill fill = read.fill();
        Pair pair = Pair.of(fill);
        position.newest = Position.order(fill.tradeId(), fill.side());
        if (late.containsKey(pair)) {
            // Will be folded whole, with this fill.
        } else if (position.newest > position.lastOrder) {
            try {
                position.apply(fill, fill.price(), fill.quantity());
                position.count(fill);
            } catch (ArithmeticException e) {
                throw overflow(read, e);
            }
        } else {
            late.put(pair, read);
        }
        marks.see(connection, fill);
        halves.see(connection, fill);
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
