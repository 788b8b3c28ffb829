package daybook.strategies.evaluate;

import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.delivery.Statements;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Stores what strategies have decided: states, and intents with their messages. In the caller's transaction. Confined to one thread. */
final class Results {
    private static final String STATE =
            "INSERT INTO strategy_state (strategy_id, series, state, last_token, last_end_us, failures)"
                    + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (strategy_id, series) DO UPDATE SET state = excluded.state,"
                    + " last_token = excluded.last_token, last_end_us = excluded.last_end_us,"
                    + " failures = excluded.failures";
    private static final String INTENT = "INSERT INTO intent"
            + " (intent_id, strategy_id, event_id, ordinal, end_us, account, body) VALUES (?, ?, ?, ?, ?, ?, ?)";

    private final Records records;
    private final Outbox outbox;
    private final Statements statements = new Statements();

    Results(Records records, Outbox outbox) {
        this.records = records;
        this.outbox = outbox;
    }

    void states(Connection connection, ClosedBar bar, Map<Long, HotShard.Progress> states) throws SQLException {
        PreparedStatement upsert = statements.prepare(connection, STATE);
        for (Map.Entry<Long, HotShard.Progress> each : states.entrySet()) {
            upsert.setLong(1, each.getKey());
            upsert.setString(2, bar.series().text());
            upsert.setString(3, each.getValue().state());
            upsert.setLong(4, each.getValue().lastToken());
            upsert.setLong(5, bar.window().endMicros());
            upsert.setInt(6, each.getValue().failures());
            upsert.addBatch();
        }
        upsert.executeBatch();
    }

    void intents(Connection connection, ClosedBar bar, List<OrderIntent> intents) throws SQLException {
        if (intents.isEmpty()) {
            return;
        }
        PreparedStatement insert = statements.prepare(connection, INTENT);
        List<OutboxMessage> messages = new ArrayList<>();
        for (OrderIntent intent : intents) {
            insert.setString(1, intent.id().toString());
            insert.setLong(2, intent.cause().strategyId());
            insert.setString(3, intent.cause().sourceId().toString());
            insert.setInt(4, intent.cause().ordinal());
            insert.setLong(5, bar.window().endMicros());
            insert.setString(6, intent.account().text());
            insert.setBytes(7, Bodies.write(intent));
            insert.addBatch();
            messages.add(records.of(intent, bar.window().endMicros()));
        }
        insert.executeBatch();
        outbox.add(connection, messages);
    }
}
