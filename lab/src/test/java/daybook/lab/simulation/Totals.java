package daybook.lab.simulation;

import daybook.delivery.BatchHandler;
import daybook.delivery.Inbox;
import daybook.delivery.Statements;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/**
 * A service as a user of the library writes one: adds up what each account has bought less what it has sold, an effect without a
 * natural key, guarded by an {@link Inbox}.
 */
class Totals implements BatchHandler {
    static final String NAME = "totals";
    private static final String ADD =
            "INSERT INTO total (account, symbol, quantity, fills, highest) VALUES (?, ?, ?, 1, ?)"
                    + " ON CONFLICT (account, symbol) DO UPDATE SET quantity = total.quantity + excluded.quantity,"
                    + " fills = total.fills + 1, highest = max(total.highest, excluded.highest)";

    private final Statements statements = new Statements();
    private final Inbox inbox;

    Totals(InstantSource clock) {
        inbox = new Inbox(NAME, clock);
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        for (StoredRecord record : records) {
            Fill fill = EventJson.readFill(record.record().value());
            if (isNew(connection, record, fill)) {
                add(connection, fill);
            }
        }
    }

    /** Whether it is to be counted. */
    boolean isNew(Connection connection, StoredRecord record, Fill fill) throws SQLException {
        return inbox.claim(connection, fill.fillId());
    }

    final boolean claim(Connection connection, String id) throws SQLException {
        return inbox.claim(connection, id);
    }

    final PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return statements.prepare(connection, sql);
    }

    private void add(Connection connection, Fill fill) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        add.setString(1, fill.accountId());
        add.setString(2, fill.symbol());
        add.setLong(3, fill.side() == Side.BUY ? fill.quantity() : -fill.quantity());
        add.setLong(4, fill.tradeId());
        add.executeUpdate();
    }
}
