package daybook.lab.study;

import daybook.delivery.RecordEffect;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;

/** The guard that two of the documents behind this project propose, and that loses trades: it is here to be seen failing. */
final class WatermarkEffects implements RecordEffect {
    private final StoredEffects effects;
    private int highest = -1;

    WatermarkEffects(StoredEffects effects) {
        this.effects = effects;
    }

    @Override
    public void apply(Connection connection, StoredRecord record) throws SQLException {
        int id = LabFill.of(record.record().value()).id();
        if (id > highest) {
            highest = id;
            effects.apply(connection, record);
        }
    }

    @Override
    public void endOfBatch(Connection connection) throws SQLException {
        effects.endOfBatch(connection);
    }

    @Override
    public void rolledBack() {
        effects.rolledBack();
    }
}
