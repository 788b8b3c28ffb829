package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.delivery.BatchHandler;
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
    /** So many fills at most are read by who asks for positions in the midst of a backlog: tens of milliseconds. */
    private static final int MOST_UNSETTLED = 16_384;

    /** A batch like this is not of a backlog, and its positions are written as they change. */
    private static final int SMALL_BATCH = 64;

    private final int mostUnsettled;
    private final SettledLine line = new SettledLine();
    private final FillTable table = new FillTable();
    private final Positions positions = new Positions();
    private final Marks marks = new Marks();
    private final HalfTrades halves = new HalfTrades();
    private final Fold fold = new Fold();

    Books() {
        this(MOST_UNSETTLED);
    }

    /** @param mostUnsettled fills after which positions are settled, small batches and late fills apart */
    Books(int mostUnsettled) {
        this.mostUnsettled = mostUnsettled;
    }

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
            boolean settle =
                    !late.isEmpty() || records.size() <= SMALL_BATCH || line.above(connection) >= mostUnsettled;
            store(connection, settle);
        }
    }

    @Override
    public void pause(Connection connection) throws SQLException {
        if (line.above(connection) > 0) {
            store(connection, true);
        }
    }

    /** Folds a position again whose fills were corrected, in the caller's transaction. */
    void refold(Connection connection, Pair pair) throws SQLException {
        Scales scales = marks.scales(connection, pair.symbol());
        if (scales == null) {
            throw new IllegalStateException("symbol: " + pair.symbol() + " (expected: one that has fills)");
        }
        Position position = positions.of(connection, pair, scales.currency());
        positions.change(position);
        fold.again(connection, position, scales);
        store(connection, true);
    }

    @Override
    public void committed() {
        positions.committed();
        marks.committed();
        halves.committed();
    }

    @Override
    public void rolledBack() {
        line.rolledBack();
        table.rolledBack();
        positions.rolledBack();
        marks.rolledBack();
        halves.rolledBack();
    }

    @Override
    public void takenOver() {
        rolledBack();
        positions.forget();
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
        if (!follows && !table.add(connection, fill, position)) {
            return false;
        }
        checkScales(connection, read);
        positions.change(position);
        long earlier = position.newest;
        position.newest = order;
        if (follows) {
            foldIn(position, read);
            table.append(read, earlier, position);
        } else {
            late.putIfAbsent(pair, read);
        }
        marks.see(connection, fill);
        line.see(connection, order);
        halves.see(connection, order, line);
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
            fold.again(connection, positions.of(connection, pair, scales.currency()), scales);
        } catch (ArithmeticException e) {
            throw overflow(cause, e);
        }
    }

    private void store(Connection connection, boolean settle) throws SQLException {
        positions.store(connection, line, settle);
        marks.store(connection);
        halves.store(connection, line, settle);
        line.store(connection, settle);
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
