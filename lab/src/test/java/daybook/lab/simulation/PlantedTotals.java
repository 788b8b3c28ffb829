package daybook.lab.simulation;

import daybook.delivery.BatchHandler;
import daybook.events.Fill;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;

/** Services that decide in another way whether they have seen a fill. */
final class PlantedTotals {
    private static final String HIGHEST = "SELECT highest FROM total WHERE account = ? AND symbol = ?";

    private PlantedTotals() {}

    private interface Guard {
        boolean isNew(Totals totals, Connection connection, StoredRecord record, Fill fill) throws SQLException;
    }

    private static BatchHandler guardedBy(InstantSource clock, Guard guard) {
        return new Totals(clock) {
            @Override
            boolean isNew(Connection connection, StoredRecord record, Fill fill) throws SQLException {
                return guard.isNew(this, connection, record, fill);
            }
        };
    }

    static BatchHandler withoutGuard(InstantSource clock) {
        return guardedBy(clock, (totals, connection, record, fill) -> true);
    }

    /** New is what is above the highest seen. */
    static BatchHandler watermark(InstantSource clock) {
        return guardedBy(clock, (totals, connection, record, fill) -> {
            PreparedStatement select = totals.prepare(connection, HIGHEST);
            select.setString(1, fill.accountId());
            select.setString(2, fill.symbol());
            try (ResultSet row = select.executeQuery()) {
                return !row.next() || row.getLong(1) < fill.tradeId();
            }
        });
    }

    /** The place of a record is its identity. */
    static BatchHandler offsetAsIdentity(InstantSource clock) {
        return guardedBy(
                clock,
                (totals, connection, record, fill) -> totals.claim(connection, record.place() + "@" + record.offset()));
    }

    /** The trade is the identity, and its other side is a repeat. */
    static BatchHandler idWithoutTheSide(InstantSource clock) {
        return guardedBy(clock, (totals, connection, record, fill) -> totals.claim(connection, "f-" + fill.tradeId()));
    }

    /** The id is saved in a transaction of its own, before the effect. */
    static BatchHandler idInAnotherTransaction(InstantSource clock) {
        return guardedBy(clock, (totals, connection, record, fill) -> {
            boolean isNew = totals.claim(connection, fill.fillId());
            connection.setAutoCommit(true);
            connection.setAutoCommit(false);
            return isNew;
        });
    }

    /** What was seen is kept in memory. */
    static BatchHandler seenInMemory(InstantSource clock) {
        Set<String> seen = new HashSet<>();
        return guardedBy(clock, (totals, connection, record, fill) -> seen.add(fill.fillId()));
    }
}
