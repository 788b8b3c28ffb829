package daybook.posttrade.ledger;

import daybook.delivery.BatchHandler;
import daybook.events.Fill;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The ledger as it is often written: no stored fills, each fill added to its position as it comes, and some guard of its own
 * against seeing one twice.
 */
abstract class PlainBooks implements BatchHandler {
    private final Positions positions = new Positions();
    private final Marks marks = new Marks();

    abstract boolean isNew(ReadFill read);

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        for (StoredRecord record : records) {
            ReadFill read = FillReading.read(record);
            Fill fill = read.fill();
            if (isNew(read)) {
                Position position = positions.of(connection, Pair.of(fill), fill.currency());
                positions.change(position);
                position.apply(fill, fill.price(), fill.quantity());
                position.count(fill);
                marks.see(connection, fill);
            }
        }
        positions.store(connection, new SettledLine(), true);
        marks.store(connection);
    }

    @Override
    public void committed() {
        positions.committed();
        marks.committed();
    }

    @Override
    public void rolledBack() {
        positions.rolledBack();
        marks.rolledBack();
    }
}
