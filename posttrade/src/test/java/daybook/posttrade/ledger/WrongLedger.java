package daybook.posttrade.ledger;

import daybook.delivery.DeliveryMode;
import daybook.log.StoredRecord;
import daybook.posttrade.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;

/** A ledger without a guard, whose batches are harmed before it applies them. */
public final class WrongLedger extends PlainBooks {
    private final UnaryOperator<List<StoredRecord>> harm;

    private WrongLedger(UnaryOperator<List<StoredRecord>> harm) {
        this.harm = harm;
    }

    /** Applies all that is on the log and not yet applied. */
    public static void run(World world, UnaryOperator<List<StoredRecord>> harm) {
        LedgerScenarios.run(world, DeliveryMode.IDEMPOTENT, new WrongLedger(harm));
    }

    @Override
    boolean isNew(ReadFill read) {
        return true;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        super.apply(connection, harm.apply(records));
    }
}
