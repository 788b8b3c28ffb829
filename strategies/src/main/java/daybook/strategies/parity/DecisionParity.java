package daybook.strategies.parity;

import daybook.strategies.Bodies;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** What was decided in a window, and what is decided when it is evaluated again. Stateless. */
final class DecisionParity {
    private static final String INTENTS = "SELECT body FROM intent WHERE end_us > ? AND end_us <= ? ORDER BY intent_id";
    private static final String DECIDED =
            "SELECT COUNT(*) FROM evaluation WHERE end_us > ? AND end_us <= ? AND outcome IN ('decided', 'failed')";

    private DecisionParity() {}

    /** Decided live: how often it was run, and by id what came out. Without fences: which lease it was under is no part of a decision. */
    record Decided(long evaluations, Map<UUID, OrderIntent> intents) {}

    static Decided live(Connection connection, ParityWindow window) throws SQLException {
        Map<UUID, OrderIntent> intents = new LinkedHashMap<>();
        try (PreparedStatement select = prepare(connection, INTENTS, window);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                put(intents, Bodies.readIntent(row.getBytes(1)));
            }
        }
        try (PreparedStatement select = prepare(connection, DECIDED, window);
                ResultSet row = select.executeQuery()) {
            row.next();
            return new Decided(row.getLong(1), intents);
        }
    }

    static Decided again(Replayer.Replayed replayed) {
        Map<UUID, OrderIntent> intents = new LinkedHashMap<>();
        replayed.intents().forEach(intent -> put(intents, intent));
        return new Decided(replayed.evaluations(), intents);
    }

    private static void put(Map<UUID, OrderIntent> intents, OrderIntent intent) {
        intents.put(
                intent.id(),
                new OrderIntent(intent.cause(), intent.account(), intent.symbol(), intent.terms(), Fence.MANUAL));
    }

    private static PreparedStatement prepare(Connection connection, String sql, ParityWindow window)
            throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        select.setLong(1, window.afterMicros());
        select.setLong(2, window.untilMicros());
        return select;
    }
}
