package daybook.strategies.parity;

import daybook.strategies.BadBodyException;
import daybook.strategies.Bodies;
import daybook.strategies.EvaluateBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Batches that were dispatched in a window, each once, and how far the evaluators are with them. */
final class Batches {
    private static final String STATE = "SELECT state FROM evaluate_inbox WHERE event_id = ?";

    private Batches() {}

    /** Ids of those on the topic, whose bars end in the window. */
    static Set<UUID> dispatched(TopicScan scan, ParityWindow window) {
        Set<UUID> ids = new HashSet<>();
        scan.read(record -> {
            try {
                EvaluateBatch batch = Bodies.readBatch(record.record().value());
                if (window.has(batch.bar().window().endMicros())) {
                    ids.add(batch.id());
                }
            } catch (BadBodyException unreadable) {
                // Of no window; the audit names it.
            }
        });
        return ids;
    }

    static GateCheck check(Connection connection, Set<UUID> dispatched) throws SQLException {
        long completed = 0;
        long dead = 0;
        try (PreparedStatement select = connection.prepareStatement(STATE)) {
            for (UUID id : dispatched) {
                select.setString(1, id.toString());
                try (ResultSet row = select.executeQuery()) {
                    String state = row.next() ? row.getString(1) : "";
                    completed += state.equals("completed") ? 1 : 0;
                    dead += state.equals("dead") ? 1 : 0;
                }
            }
        }
        long open = dispatched.size() - completed - dead;
        String wrong = "";
        if (dispatched.isEmpty()) {
            wrong = "nothing was dispatched in this window";
        } else if (dead > 0) {
            wrong = dead + " batches were given up";
        } else if (open > 0) {
            wrong = open + " batches are not completed";
        }
        return GateCheck.of(
                "dispatched = completed",
                Map.of("dispatched", (long) dispatched.size(), "completed", completed, "dead", dead, "open", open),
                wrong);
    }
}
