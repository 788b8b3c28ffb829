package daybook.lab.study;

import daybook.delivery.BadRecordException;
import daybook.delivery.RecordEffect;
import daybook.lab.study.PoisonResult.Handling;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** A position service that cannot read some records, until it is repaired. Confined to one thread. */
final class PoisonedEffects implements RecordEffect {
    static final byte[] BAD = "bad".getBytes(StandardCharsets.US_ASCII);

    private final Handling handling;
    private final StoredEffects effects;
    private final List<LabFill> fills;
    private final int first;
    private boolean repaired;
    private int attempts;

    /** @param first offset of the record whose attempts are counted */
    PoisonedEffects(Handling handling, StoredEffects effects, List<LabFill> fills, int first) {
        this.handling = handling;
        this.effects = effects;
        this.fills = fills;
        this.first = first;
    }

    /** From now on it knows what the bad records were to say. */
    void repair() {
        repaired = true;
    }

    /** Whether the experiment has seen enough of trying. */
    boolean isGivenUp() {
        return !repaired && attempts >= PoisonStudy.PATIENCE;
    }

    /** How often the first bad record was tried before the repair. */
    int attempts() {
        return attempts;
    }

    @Override
    public void apply(Connection connection, StoredRecord stored) throws SQLException {
        if (!Arrays.equals(stored.record().value(), BAD)) {
            effects.apply(connection, stored);
        } else if (repaired) {
            effects.apply(connection, whole(stored));
        } else {
            attempts += stored.offset() == first ? 1 : 0;
            switch (handling) {
                case DEAD_LETTER -> throw new BadRecordException(stored, "not a fill");
                case TRY_FOR_EVER -> throw new SQLException("offset " + stored.offset() + ": not a fill");
                case PASS_OVER -> {}
            }
        }
    }

    private StoredRecord whole(StoredRecord stored) {
        LogRecord record = stored.record();
        byte[] body = fills.get((int) stored.offset()).body();
        return new StoredRecord(
                stored.place(), stored.offset(), new LogRecord(record.key(), body, record.headers(), record.timeMs()));
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
