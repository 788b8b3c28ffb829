package daybook.lab.study;

import daybook.delivery.Writer;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.util.Arrays;

/**
 * Positions in another place than the cursor, with no transaction around both: each fill counts the moment it is applied, and what
 * was applied outlives the consumer. It stands for every service that is not this consumer's own database.
 */
final class OutsideEffects implements Effects {
    private final int[] counts;
    private final long[] positions;

    OutsideEffects(CrashPlan plan) {
        counts = new int[plan.fills()];
        positions = new long[plan.accounts() * CrashPlan.STOCKS];
    }

    @Override
    public void startDay(Writer writer) {
        Arrays.fill(counts, 0);
        Arrays.fill(positions, 0);
    }

    @Override
    public void apply(Connection connection, StoredRecord record) {
        LabFill fill = LabFill.of(record.record().value());
        counts[fill.id()]++;
        positions[fill.slot()] += fill.quantity();
    }

    @Override
    public int[] counts(Writer writer) {
        return counts.clone();
    }

    @Override
    public long[] positions(Writer writer) {
        return positions.clone();
    }
}
