package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 6: the cutover, 0 to 25 to 100 to 25 to 0 %, while bars close, each role of the strategies a process of its own on a real broker
 * and a real PostgreSQL, killed with -9, frozen past its lease and woken up, in seeded order.
 *
 * <p>Goal: each strategy is evaluated once on each bar that it listened to, and the exchange has one order for each intent that was
 * accepted and none for any other. Method: the tables, counted by SQL of this test, and {@code parity}, {@code check}, {@code reconcile}.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class CutoverIT {
    private static final List<String> SYMBOLS = List.of("INFY", "TCS", "SBIN");
    private static final List<String> PATHS = List.of("clock", "one", "two", "order-gateway");
    private static final int STRATEGIES = 24;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long SEED = Long.getLong("daybook.seed", 20261130);

    /** Longer than a shard's lease. */
    private static final Duration FROZEN = Duration.ofSeconds(20);

    /** Issue 6: evaluators are followed within so long. */
    private static final Duration TAKEOVER = Duration.ofSeconds(30);

    private static final String EXPECTED = "SELECT DISTINCT s.strategy_id, b.event_id FROM strategies.closed_bar b"
            + " JOIN strategies.subscription s ON s.series = b.series AND s.active_from_us < b.end_us"
            + " AND (s.active_until_us IS NULL OR b.end_us <= s.active_until_us)";

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final Map<String, RunningVenue> running = new HashMap<>();
    private final Map<String, Integer> faults = new HashMap<>();
    private Map<String, String> environment = Map.of();

    @SuppressWarnings("NullAway.Init") // before each test
    private TestBroker broker;

    @SuppressWarnings("NullAway.Init") // before each test
    private PostgresServer database;

    @BeforeEach
    void aBrokerWithTopicsAndADatabase() {
        database = PostgresServer.start();
        broker = TestBroker.start(Map.of());
        environment = new HashMap<>(broker.environment());
        environment.put("DAYBOOK_DB", database.url());
        ok("topics", "init");
    }

    @AfterEach
    void stop() {
        running.values().stream().filter(RunningVenue::isAlive).forEach(RunningVenue::killNine);
        broker.close();
        database.close();
    }

    @Test
    void eachStrategyIsEvaluatedOnceOnEachBarWhateverIsKilledAndWhereverItsShardIs() throws SQLException {
        start("exchange");
        strategies();
        PATHS.forEach(this::start);
        await("bars", () -> number("SELECT COUNT(*) FROM strategies.evaluation") > STRATEGIES);

        for (int percent : List.of(25, 100, 25, 0)) {
            for (int i = 0; i < 2; i++) {
                disturb(PATHS.get(random.nextInt(PATHS.size())));
            }
            moveTo(percent);
            if (percent == 100) {
                takeover();
            }
            disturb(PATHS.get(random.nextInt(PATHS.size())));
        }
        for (int id = 1; id <= STRATEGIES; id++) {
            ok(
                    "strategy",
                    "stop",
                    Integer.toString(id),
                    "--data",
                    data("exchange").toString());
        }

        await(
                "evaluations",
                () -> number("SELECT COUNT(*) FROM (" + EXPECTED
                                + " EXCEPT SELECT strategy_id, event_id FROM strategies.evaluation) x")
                        == 0);
        await(
                "intents",
                () -> number("SELECT COUNT(*) FROM strategies.intent i WHERE NOT EXISTS (SELECT 1 FROM"
                                + " strategies.gateway_order o WHERE o.intent_id = i.intent_id AND o.status NOT IN"
                                + " ('QUEUED', 'PROCESSING', 'UNKNOWN'))")
                        == 0);
        isExact();
    }

    private void isExact() throws SQLException {
        long evaluations = number("SELECT COUNT(*) FROM strategies.evaluation");
        long expected = number("SELECT COUNT(*) FROM (" + EXPECTED + ") x");
        long onTheLog = number("SELECT COUNT(*) FROM strategies.evaluation WHERE path = 'log'");
        long orders = number("SELECT COUNT(*) FROM strategies.gateway_order WHERE status <> 'FAILED'");
        long stale = number("SELECT COUNT(*) FROM strategies.gateway_order WHERE reason = 'staleFencingToken'");
        System.out.println("cutover, seed " + SEED + ": " + faults + "; " + evaluations + " evaluations, " + onTheLog
                + " from the log; " + orders + " orders, " + stale + " intents of deposed owners refused");
        assertThat(evaluations).isEqualTo(expected).isGreaterThan(10L * STRATEGIES);
        assertThat(onTheLog).isBetween(1L, evaluations - 1);
        assertThat(number("SELECT COUNT(*) FROM strategies.evaluation WHERE outcome <> 'decided'"))
                .isZero();
        assertThat(orders).isPositive();
        end("exchange");
        String atTheExchange = "SELECT COUNT(*) FROM capture.orders c JOIN strategies.gateway_order o"
                + " ON c.client_order_id = o.intent_id WHERE o.status ";
        assertThat(number(atTheExchange + "NOT IN ('FAILED', 'REJECTED')"))
                .as("orders at the exchange, each intent's one")
                .isEqualTo(number(
                        "SELECT COUNT(*) FROM strategies.gateway_order WHERE status NOT IN ('FAILED', 'REJECTED')"));
        assertThat(number(atTheExchange + "= 'FAILED'")).as("never sent").isZero();
        assertThat(number("SELECT COUNT(*) - COUNT(DISTINCT client_order_id) FROM capture.orders"
                        + " WHERE client_order_id IN (SELECT intent_id FROM strategies.gateway_order)"))
                .as("sent twice")
                .isZero();
        PATHS.forEach(this::end);
        ok("parity", "--data", data("exchange").toString(), "--json");
        ok("check", "--data", data("exchange").toString(), "--json");
        ok("reconcile", "--data", data("exchange").toString(), "--json");
    }

    /** Market makers and momentum on bars of a second, in shards from 1 on; half of them move at 25 %. */
    private void strategies() {
        for (int id = 1; id <= STRATEGIES; id++) {
            String kind = id % 2 == 0 ? "market-maker" : "momentum";
            ok(
                    "strategy",
                    "add",
                    kind,
                    "--account",
                    id % 3 == 0 ? "bob" : "alice",
                    "--series",
                    SYMBOLS.get(id % SYMBOLS.size()) + ":1s",
                    "--start",
                    "--data",
                    data("exchange").toString());
        }
    }

    /** One of two evaluators is gone for good: how long until the other one evaluates every bar that closes. */
    private void takeover() {
        long killedMs = System.currentTimeMillis();
        role("one").killNine();
        String missing = "SELECT COUNT(*) FROM (" + EXPECTED + " AND b.recorded_at_ms > " + killedMs
                + " EXCEPT SELECT strategy_id, event_id FROM strategies.evaluation) x";
        String closed = "SELECT COUNT(*) FROM strategies.closed_bar WHERE recorded_at_ms > " + killedMs;
        await("takeover", () -> number(closed) > 5 && number(missing) == 0);
        long tookMs = System.currentTimeMillis() - killedMs;
        System.out.println(
                "cutover: every bar evaluated again " + tookMs + " ms after one of two evaluators was killed");
        assertThat(tookMs).isLessThan(TAKEOVER.toMillis());
        faults.merge("killed one for good", 1, Integer::sum);
        start("one");
    }

    private void moveTo(int percent) {
        ok(
                "cutover",
                "set",
                Integer.toString(percent),
                "--timeout",
                "150s",
                "--data",
                data("exchange").toString());
    }

    private void disturb(String victim) {
        boolean freezes = random.nextInt(3) == 0;
        faults.merge((freezes ? "frozen " : "killed ") + victim, 1, Integer::sum);
        if (freezes) {
            role(victim).signal("STOP");
            RunningVenue.pause(FROZEN);
            role(victim).signal("CONT");
        } else {
            role(victim).killNine();
            RunningVenue.pause(Duration.ofMillis(random.nextInt(3_000)));
            start(victim);
        }
    }

    private void start(String name) {
        running.put(
                name,
                switch (name) {
                    case "exchange" ->
                        RunningVenue.role(
                                environment,
                                data(name),
                                "exchange,capture,ledger,market",
                                "--traders",
                                "6",
                                "--rate",
                                "50");
                    case "one", "two" -> RunningVenue.role(environment, data(name), "dispatcher,evaluator");
                    default -> RunningVenue.role(environment, data("exchange"), name);
                });
    }

    private void end(String name) {
        assertThat(role(name).stop()).as(name + ": " + role(name).errors()).isZero();
    }

    private RunningVenue role(String name) {
        return Objects.requireNonNull(running.get(name), name);
    }

    private Path data(String name) {
        return folder.resolve(name);
    }

    private void ok(String... arguments) {
        Program.Outcome outcome = Program.runWith(environment, arguments);
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean held = false;
        while (!held) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            RunningVenue.pause(Duration.ofMillis(300));
            try {
                held = condition.holds();
            } catch (SQLException notMadeYet) {
                held = false;
            }
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
