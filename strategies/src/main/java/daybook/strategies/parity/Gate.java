package daybook.strategies.parity;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.events.Topics;
import daybook.log.Log;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides whether strategies may be moved to the log: one report of named checks, each with its numbers, all of which must pass. What was not
 * asked, or of which there is nothing in the window, has not passed: no evidence is no proof. Reads, and writes nothing. Safe for many
 * threads.
 */
public final class Gate {
    private static final String DRAINING = "SELECT COUNT(*) FROM shard_route WHERE drained = 0";

    /** Tokens only rise, and a lease's row stays: none can be above its lease's last one. */
    private static final String IMPOSSIBLE = "SELECT COUNT(*) FROM evaluation e JOIN strategy s ON s.id = e.strategy_id"
            + " LEFT JOIN lease l ON l.name = 'shard-' || s.shard"
            + " WHERE e.end_us > ? AND e.end_us <= ? AND (l.token IS NULL OR e.fencing_token > l.token)";

    private static final String EVALUATED = "SELECT COUNT(*) FROM evaluation WHERE end_us > ? AND end_us <= ?";
    private static final String SENT_UNDER_NONE =
            "SELECT COUNT(*) FROM gateway_order o LEFT JOIN lease l ON l.name = o.fence_lease"
                    + " WHERE o.attempts > 0 AND o.fence_token > 0 AND (l.token IS NULL OR o.fence_token > l.token)";
    private static final String REFUSED =
            "SELECT COUNT(*) FROM gateway_order WHERE status = 'FAILED' AND reason = 'staleFencingToken'";
    private static final String INTENTS = "SELECT COUNT(*) FROM intent WHERE end_us > ? AND end_us <= ?";
    private static final String NO_ORDER = "SELECT COUNT(*) FROM intent i WHERE i.end_us > ? AND i.end_us <= ?"
            + " AND NOT EXISTS (SELECT 1 FROM gateway_order o WHERE o.intent_id = i.intent_id)";
    private static final String NO_INTENT = "SELECT COUNT(*) FROM gateway_order o WHERE o.strategy_id > 0"
            + " AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.intent_id = o.intent_id)";

    private final DatabaseReader database;
    private final Log log;
    private final Topics topics;
    private final Parity parity;

    /**
     * What it takes from outside.
     *
     * @param replayer evaluates again; empty = nobody does, and the check fails
     * @param faults what the fault tests have shown; likewise
     * @param version that is running
     */
    public record Evidence(Optional<Replayer> replayer, Optional<FaultSuite> faults, String version) {}

    /** @param database of the strategies */
    public Gate(Database database, Log log, Topics topics) {
        this.database = new DatabaseReader(database);
        this.log = log;
        this.topics = topics;
        this.parity = new Parity(database, log, topics);
    }

    /**
     * Looks at everything.
     *
     * @throws daybook.delivery.DeliveryException if the database does not answer
     * @throws daybook.log.LogException if the log does not
     */
    public GateReport report(ParityWindow window, Evidence evidence) {
        ParityReport compared = parity.compare(window);
        Batches batches = Batches.read(new TopicScan(log, topics.fullName(Topics.STRATEGY_EVALUATE)), window);
        List<GateCheck> checks = new ArrayList<>();
        checks.add(bars(compared.bars()));
        checks.add(evaluations(compared.evaluations()));
        checks.add(replay(window, evidence.replayer()));
        checks.add(database.read(batches::check));
        checks.add(database.read(connection -> tokens(connection, window)));
        checks.add(database.read(connection -> orders(connection, window)));
        checks.add(database.read(Gate::drained));
        checks.addAll(evidence.faults().orElse(new FaultSuite("none", Map.of())).checks(evidence.version()));
        return new GateReport(window, checks);
    }

    private static GateCheck bars(ParityReport.Bars bars) {
        String wrong = "";
        if (bars.recorded() - bars.retainedAway() <= 0) {
            wrong = "no bars to compare in this window";
        } else if (!bars.isEqual()) {
            wrong = "the topic differs from what was recorded";
        }
        return GateCheck.of(
                "parity of bars",
                Map.of(
                        "recorded",
                        bars.recorded(),
                        "published",
                        bars.published(),
                        "missing",
                        (long) bars.missing().size(),
                        "extra",
                        (long) bars.extra().size(),
                        "different",
                        (long) bars.different().size(),
                        "retainedAway",
                        bars.retainedAway()),
                wrong);
    }

    private static GateCheck evaluations(ParityReport.Evaluations evaluations) {
        long dead = evaluations.outcomes().getOrDefault("dead", 0L);
        String wrong = "";
        if (evaluations.expected() == 0) {
            wrong = "nothing was to be evaluated in this window";
        } else if (!evaluations.isEqual()) {
            wrong = "evaluated is not what was expected";
        } else if (dead > 0) {
            wrong = dead + " were given up";
        }
        return GateCheck.of(
                "parity of evaluations",
                Map.of(
                        "expected", evaluations.expected(),
                        "evaluated", evaluations.evaluated(),
                        "missing", evaluations.missingCount(),
                        "extra", evaluations.extraCount(),
                        "dead", dead),
                wrong);
    }

    private GateCheck replay(ParityWindow window, Optional<Replayer> replayer) {
        if (replayer.isEmpty()) {
            return GateCheck.of("replay", Map.of(), "nobody evaluates again");
        }
        DecisionParity.Decided live = database.read(connection -> DecisionParity.live(connection, window));
        DecisionParity.Decided again = DecisionParity.again(replayer.get().replay(window));
        Difference<UUID> difference = Difference.between(live.intents(), again.intents());
        String wrong = "";
        if (live.evaluations() == 0) {
            wrong = "nothing was decided in this window";
        } else if (live.evaluations() != again.evaluations() || !difference.isNone()) {
            wrong = "evaluated again, other decisions come out";
        }
        return GateCheck.of(
                "replay",
                Map.of(
                        "decided", live.evaluations(),
                        "decidedAgain", again.evaluations(),
                        "intents", (long) live.intents().size(),
                        "missing", (long) difference.missing().size(),
                        "extra", (long) difference.extra().size(),
                        "different", (long) difference.different().size()),
                wrong);
    }

    private static GateCheck tokens(Connection connection, ParityWindow window) throws SQLException {
        long impossible = count(connection, IMPOSSIBLE, window);
        long sent = count(connection, SENT_UNDER_NONE);
        return GateCheck.of(
                "fencing tokens",
                Map.of(
                        "evaluations",
                        count(connection, EVALUATED, window),
                        "aboveTheirLease",
                        impossible,
                        "ordersAboveTheirLease",
                        sent,
                        "staleRefused",
                        count(connection, REFUSED)),
                impossible + sent == 0 ? "" : "tokens have gone down: a lease's row was lost");
    }

    private static GateCheck orders(Connection connection, ParityWindow window) throws SQLException {
        long none = count(connection, NO_ORDER, window);
        long stray = count(connection, NO_INTENT);
        String wrong = "";
        if (none > 0) {
            wrong = none + " intents have no order yet";
        } else if (stray > 0) {
            wrong = stray + " orders have no intent";
        }
        return GateCheck.of(
                "one order per intent",
                Map.of("intents", count(connection, INTENTS, window), "withoutOrder", none, "withoutIntent", stray),
                wrong);
    }

    private static GateCheck drained(Connection connection) throws SQLException {
        long draining = count(connection, DRAINING);
        return GateCheck.of(
                "drained", Map.of("draining", draining), draining == 0 ? "" : draining + " shards are on their way");
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static long count(Connection connection, String sql, ParityWindow window) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, window.afterMicros());
            select.setLong(2, window.untilMicros());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
