package daybook.strategies.parity;

import daybook.strategies.BadBodyException;
import daybook.strategies.Bodies;
import daybook.strategies.EvaluateBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What was dispatched in a window, by bar and strategy, and whether it was evaluated, on whichever path: while the log is a shadow the local
 * one evaluates, and the batches are dispatched all the same. Confined to one thread; keeps the ids in memory.
 */
final class Batches {
    private static final String EVALUATED =
            "SELECT strategy_id, outcome FROM evaluation WHERE end_us = ? AND event_id = ?";

    private final ParityWindow window;
    private final Set<UUID> batches = new HashSet<>();
    private final Map<UUID, Due> bars = new HashMap<>();

    private record Due(long endMicros, Set<Long> strategies) {}

    private Batches(ParityWindow window) {
        this.window = window;
    }

    /** Those on the topic whose bars end in the window, each once. */
    static Batches read(TopicScan scan, ParityWindow window) {
        Batches batches = new Batches(window);
        scan.read(record -> {
            try {
                batches.take(Bodies.readBatch(record.record().value()));
            } catch (BadBodyException unreadable) {
                // Of no window; the audit names it.
            }
        });
        return batches;
    }

    private void take(EvaluateBatch batch) {
        long end = batch.bar().window().endMicros();
        if (window.has(end)) {
            batches.add(batch.id());
            bars.computeIfAbsent(batch.bar().id(), id -> new Due(end, new HashSet<>()))
                    .strategies
                    .addAll(batch.strategyIds());
        }
    }

    GateCheck check(Connection connection) throws SQLException {
        long dispatched = 0;
        long completed = 0;
        long dead = 0;
        for (Map.Entry<UUID, Due> bar : bars.entrySet()) {
            Map<Long, String> outcomes = outcomes(connection, bar.getKey(), bar.getValue().endMicros);
            for (long strategy : bar.getValue().strategies) {
                String outcome = outcomes.getOrDefault(strategy, "");
                dispatched++;
                dead += outcome.equals("dead") ? 1 : 0;
                completed += outcome.isEmpty() || outcome.equals("dead") ? 0 : 1;
            }
        }
        long open = dispatched - completed - dead;
        long forgotten = forgotten(connection);
        String wrong = "";
        if (dispatched == 0) {
            wrong = "nothing was dispatched in this window";
        } else if (forgotten > 0) {
            wrong = forgotten + " evaluations were never dispatched";
        } else if (dead > 0) {
            wrong = dead + " evaluations were given up";
        } else if (open > 0) {
            wrong = open + " evaluations are not completed";
        }
        return GateCheck.of(
                "dispatched = completed",
                Map.of(
                        "batches", (long) batches.size(),
                        "dispatched", dispatched,
                        "completed", completed,
                        "dead", dead,
                        "open", open,
                        "undispatched", forgotten),
                wrong);
    }

    private static Map<Long, String> outcomes(Connection connection, UUID bar, long endMicros) throws SQLException {
        Map<Long, String> outcomes = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(EVALUATED)) {
            select.setLong(1, endMicros);
            select.setString(2, bar.toString());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    outcomes.put(row.getLong(1), row.getString(2));
                }
            }
        }
        return outcomes;
    }

    /** Expected, and in no batch. */
    private long forgotten(Connection connection) throws SQLException {
        long forgotten = 0;
        try (PreparedStatement select = connection.prepareStatement(EvaluationParity.EXPECTED)) {
            select.setLong(1, window.afterMicros());
            select.setLong(2, window.untilMicros());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Due due = bars.get(UUID.fromString(row.getString(2)));
                    forgotten += due == null || !due.strategies.contains(row.getLong(1)) ? 1 : 0;
                }
            }
        }
        return forgotten;
    }
}
