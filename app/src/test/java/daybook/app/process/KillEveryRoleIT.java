package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 3: each role a process, on a real broker and a real PostgreSQL, under load; kill -9 of every role, of the database and now and
 * then of the broker, in seeded order.
 *
 * <p>Goal: nothing is lost and nothing counts twice (RELIABILITY 4.3). Method: {@code check} and {@code reconcile}, and the tables
 * against sums over the topics that share no code with us ({@link PlainSums}). Ten minutes in the long programme;
 * {@code -Ddaybook.kill.seconds} and {@code -Ddaybook.seed} choose others.
 */
class KillEveryRoleIT {
    private static final List<String> ROLES =
            List.of("exchange", "capture", "ledger", "board", "market", "audit", "web");
    private static final String DATABASE = "PostgreSQL";
    private static final String BROKER = "broker";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration KILLING =
            Duration.ofSeconds(Long.getLong("daybook.kill.seconds", Boolean.getBoolean("daybook.long") ? 600 : 0));
    private static final long SEED = Long.getLong("daybook.seed", 20261129);

    /** In so many rounds on average the broker is killed as well: it takes longest to come back. */
    private static final int BROKER_EVERY = 12;

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final Map<String, RunningVenue> running = new ConcurrentHashMap<>();
    private final Map<String, Integer> kills = new HashMap<>();
    private Path data = Path.of("");
    private Map<String, String> environment = Map.of();

    @SuppressWarnings("NullAway.Init") // before each test
    private TestBroker broker;

    @SuppressWarnings("NullAway.Init") // before each test
    private PostgresServer database;

    @BeforeEach
    void aBrokerWithTopicsAndADatabase() {
        data = folder.resolve("data");
        database = PostgresServer.start();
        broker = TestBroker.start(Map.of());
        environment = broker.environment();
        environment.put("DAYBOOK_DB", database.url());
        Program.Outcome init = run("topics", "init");
        assertThat(init.exitCode()).as(init.toString()).isZero();
    }

    @AfterEach
    void stop() {
        running.values().stream().filter(RunningVenue::isAlive).forEach(RunningVenue::killNine);
        broker.close();
        database.close();
    }

    @Test
    void whateverIsKilledInWhateverOrderEveryFillCountsOnce() throws SQLException, IOException {
        start("exchange");
        ROLES.parallelStream().filter(role -> !role.equals("exchange")).forEach(this::start);
        String trader = role("exchange").token("alice");
        assertThat(role("web").order(trader, KafkaVenueIT.buy("first")).map(HttpResponse::statusCode))
                .contains(200);

        // Everything once, then whatever comes up.
        List<String> first = new ArrayList<>(ROLES);
        first.addAll(List.of(DATABASE, BROKER));
        Collections.shuffle(first, random);
        for (int i = 0; i < first.size(); i += 2) {
            killAndBringBack(first.subList(i, Math.min(i + 2, first.size())));
        }
        long end = System.nanoTime() + KILLING.toNanos();
        while (System.nanoTime() < end) {
            killAndBringBack(someVictims());
            RunningVenue.pause(Duration.ofMillis(random.nextInt(2_000)));
        }

        System.err.println("killed, seed " + SEED + ": " + kills);
        assertThat(role("web").order(trader, KafkaVenueIT.buy("last")).map(HttpResponse::statusCode))
                .contains(200);
        endInOrder();
        isClean();
    }

    /** Up to three at once; what the others do meanwhile is up to them. */
    private void killAndBringBack(List<String> victims) throws SQLException, IOException {
        for (String victim : victims) {
            kills.merge(victim, 1, Integer::sum);
            switch (victim) {
                case DATABASE -> database.kill();
                case BROKER -> broker.kill();
                default -> role(victim).killNine();
            }
        }
        RunningVenue.pause(Duration.ofMillis(random.nextInt(1_500)));
        for (String victim : victims) {
            switch (victim) {
                case DATABASE -> database.restart();
                case BROKER -> broker.restart();
                default -> start(victim);
            }
        }
    }

    private List<String> someVictims() {
        if (random.nextInt(BROKER_EVERY) == 0) {
            return List.of(BROKER);
        }
        List<String> all = new ArrayList<>(ROLES);
        all.add(DATABASE);
        Collections.shuffle(all, random);
        return all.subList(0, 1 + random.nextInt(3));
    }

    /** From the front to the back, each when it has nothing left to do. */
    private void endInOrder() throws SQLException {
        running.values().forEach(role -> role.becomesGreen(PATIENCE));
        assertThat(run("health", "audit", "--data", data.toString()).exitCode()).isZero();
        end("exchange");
        try (TopicInSql topics = new TopicInSql(broker.address());
                Connection connection = database.connect()) {
            await(connection, "capture.cursor_position", topics.end(topic("exchange.events.v1")));
            await(connection, "audit.cursor_position", topics.end(topic("exchange.events.v1")));
            await(connection, "market.market_offset", topics.end(topic("exchange.events.v1")));
            role("capture").becomesGreen(PATIENCE);
            end("capture");
            await(connection, "ledger.cursor_position", topics.end(topic("fills.v1")));
        }
        for (String role : List.of("web", "audit", "market", "ledger", "board")) {
            end(role);
        }
    }

    private void isClean() throws SQLException {
        Program.Outcome check = run("check", "--data", data.toString(), "--json");
        Program.Outcome reconcile = run("reconcile", "--data", data.toString(), "--json");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(reconcile.exitCode()).as(reconcile.toString()).isZero();
        try (TopicInSql topics = new TopicInSql(broker.address());
                Connection connection = database.connect()) {
            database.execute("CREATE SCHEMA scratch");
            assertThat(topics.copy(topic("exchange.events.v1"), connection, "scratch.events"))
                    .isPositive();
            assertThat(topics.copy(topic("fills.v1"), connection, "scratch.fills"))
                    .isPositive();
            assertThat(PlainSums.violations(connection)).isEmpty();
            assertThat(PlainSums.violationsOfTheMarket(connection)).isEmpty();
        }
    }

    /** A service's cursors are at the end of its topic: lag 0, as its own table has it. */
    private void await(Connection connection, String cursors, long end) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> expected = List.of("read=" + end);
        List<String> found = List.of();
        while (!found.equals(expected)) {
            assertThat(System.nanoTime() - deadline)
                    .as(cursors + " " + found + " (expected: " + expected + ")")
                    .isNegative();
            RunningVenue.pause(Duration.ofMillis(100));
            found = TopicInSql.rows(connection, "SELECT SUM(next_offset) AS read FROM " + cursors);
        }
    }

    private String topic(String name) {
        return environment.get("KAFKA_TOPIC_PREFIX") + name;
    }

    private void start(String role) {
        running.put(
                role,
                role.equals("exchange")
                        ? RunningVenue.role(environment, data, role, "--traders", "6", "--rate", "100")
                        : RunningVenue.role(environment, data, role));
    }

    private void end(String role) {
        assertThat(role(role).stop()).as(role + ": " + role(role).errors()).isZero();
    }

    private RunningVenue role(String name) {
        return Objects.requireNonNull(running.get(name), name);
    }

    private Program.Outcome run(String... arguments) {
        return Program.runWith(environment, arguments);
    }
}
