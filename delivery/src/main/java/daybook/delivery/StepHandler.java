package daybook.delivery;

import daybook.delivery.CrashHook.Stage;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Applies the records of a batch one by one, and can be made to die at each step. */
public final class StepHandler implements BatchHandler {
    private final RecordEffect effect;
    private final CrashHook hook;

    public StepHandler(RecordEffect effect, CrashHook hook) {
        this.effect = effect;
        this.hook = hook;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        apply(connection, records, Attempts.FIRST);
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records, Attempts attempts) throws SQLException {
        for (int i = 0; i < records.size(); i++) {
            hook.at(Stage.PROCESS, i);
            effect.apply(connection, records.get(i), attempts.of(records.get(i)));
        }
        effect.endOfBatch(connection);
        hook.at(Stage.BEFORE_COMMIT, records.size());
    }

    @Override
    public void rolledBack() {
        effect.rolledBack();
    }
}
