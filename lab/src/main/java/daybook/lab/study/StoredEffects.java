package daybook.lab.study;

import daybook.delivery.Inbox;
import daybook.delivery.LongRows;
import daybook.delivery.Writer;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Positions in the database of the cursor, changed in its transaction; with an inbox only by events that it has not seen. */
final class StoredEffects implements Effects {
    private final CrashPlan plan;
    private final Optional<Inbox> inbox;
    private final LongRows applied = new LongRows(
            "applied",
            List.of("fill_id", "times"),
            "ON CONFLICT (fill_id) DO UPDATE SET times = applied.times + excluded.times");
    private final LongRows held = new LongRows(
            "held",
            List.of("slot", "quantity"),
            "ON CONFLICT (slot) DO UPDATE SET quantity = held.quantity + excluded.quantity");
    private final Map<Integer, Integer> times = new TreeMap<>();
    private final Map<Integer, Long> changes = new TreeMap<>();

    StoredEffects(CrashPlan plan, Optional<Inbox> inbox) {
        this.plan = plan;
        this.inbox = inbox;
    }

    @Override
    public void startDay(Writer writer) throws SQLException {
        for (String table : List.of("applied", "held")) {
            try (PreparedStatement delete = writer.transaction().prepareStatement("DELETE FROM " + table)) {
                delete.executeUpdate();
            }
        }
        writer.commit();
    }

    @Override
    public void apply(Connection connection, StoredRecord record) throws SQLException {
        LabFill fill = LabFill.of(record.record().value());
        if (inbox.isEmpty() || inbox.get().claim(connection, fill.eventId())) {
            times.merge(fill.id(), 1, Integer::sum);
            changes.merge(fill.slot(), fill.quantity(), Long::sum);
        }
    }

    @Override
    public void endOfBatch(Connection connection) throws SQLException {
        times.forEach((fill, count) -> applied.add(fill, count));
        changes.forEach((slot, quantity) -> held.add(slot, quantity));
        applied.flush(connection);
        held.flush(connection);
        rolledBack();
    }

    @Override
    public void rolledBack() {
        times.clear();
        changes.clear();
        applied.clear();
        held.clear();
    }

    @Override
    public int[] counts(Writer writer) throws SQLException {
        int[] counts = new int[plan.fills()];
        read(writer, "SELECT fill_id, times FROM applied", (fill, count) -> counts[(int) fill] = (int) count);
        return counts;
    }

    @Override
    public long[] positions(Writer writer) throws SQLException {
        long[] positions = new long[plan.accounts() * CrashPlan.STOCKS];
        read(writer, "SELECT slot, quantity FROM held", (slot, quantity) -> positions[(int) slot] = quantity);
        return positions;
    }

    private static void read(Writer writer, String sql, Pair to) throws SQLException {
        try (PreparedStatement select = writer.connection().prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                to.take(row.getLong(1), row.getLong(2));
            }
        }
    }

    /** Takes a row of two numbers. */
    private interface Pair {
        void take(long key, long value);
    }
}
