package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Records;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of batches and strategies that are not as they should be. All shards are on the log; one shard has one partition. */
class EvaluatorFaultsTest {
    @TempDir
    Path dir;

    private World world;
    private String batches;

    @BeforeEach
    void open() throws Exception {
        world = new World(Engine.SQLITE, dir, 2, 2);
        batches = world.topics.fullName(Topics.STRATEGY_EVALUATE);
        world.percent(100);
        try (LocalScheduler local = world.local("clock")) {
            for (int i = 0; i < 10; i++) {
                local.pump();
                world.pass(Duration.ofMillis(300));
            }
        }
        world.bus.clear();
    }

    @AfterEach
    void close() throws Exception {
        world.close();
    }

    private void send(EvaluateBatch batch) {
        world.log.stored.append(batches, batch.shard(), Records.record(world.records.of(batch), world.time.millis()));
    }

    /** Records a bar and sends it to strategies. */
    private void due(long token, int shard, Long... ids) throws Exception {
        world.close(bar(BTC, token));
        send(new EvaluateBatch(bar(BTC, token), shard, 0, List.of(ids)));
    }

    private void pump(Evaluator evaluator, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            evaluator.pump();
            world.pass(Duration.ofMillis(500));
        }
    }

    private List<String> outcomes() throws Exception {
        return world.texts("SELECT strategy_id, token, outcome FROM evaluation ORDER BY token, strategy_id");
    }

    @Test
    void aBatchThatCannotBeReadIsDeadAtTheFifthAttemptAndTheNextOneIsEvaluated() throws Exception {
        world.strategies("chain", 1, 3, BTC);
        LogRecord broken =
                new LogRecord("strategy-shard:1".getBytes(StandardCharsets.UTF_8), new byte[] {'{'}, List.of(), 0);
        world.log.stored.append(batches, 1, broken);
        due(3, 1, 1L, 3L);

        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 4);
            assertThat(evaluator.counts().dead()).isZero();
            pump(evaluator, 30);
            assertThat(evaluator.counts().dead()).isEqualTo(1);
        }

        assertThat(world.texts("SELECT state, attempts FROM evaluate_inbox ORDER BY state"))
                .containsExactly("completed 1", "dead 5");
        assertThat(world.texts("SELECT topic, partition_no, record_offset, attempts FROM dead_letter"))
                .containsExactly(batches + " 1 0 5");
        assertThat(outcomes()).containsExactly("1 3 decided", "3 3 decided");
    }

    @Test
    void aBatchWithAStrategyOfAnotherShardIsNone() throws Exception {
        world.strategies("chain", 1, 3, BTC);
        due(3, 1, 1L, 2L);

        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 30);
        }

        assertThat(world.texts("SELECT error FROM dead_letter").toString()).contains("2 is in shard 0");
        assertThat(outcomes()).isEmpty();
    }

    @Test
    void aBatchThatEndsItsProcessIsDeadAfterFiveAndItsStrategiesCountAsEvaluated() throws Exception {
        world.strategies("chain", 1, 3, BTC);
        world.hook = (bar, parameters) -> {
            if (bar.token() == 3) {
                throw new Crash("in a strategy");
            }
        };
        due(3, 1, 1L, 3L);
        due(4, 1, 1L, 3L);

        int deaths = 0;
        for (int life = 0; life < 10; life++) {
            Evaluator evaluator = world.evaluator("a");
            try {
                pump(evaluator, 60); // the group waits for the one before
            } catch (Crash died) {
                deaths++;
            }
        }

        assertThat(deaths).isEqualTo(5);
        assertThat(outcomes()).containsExactly("1 3 dead", "3 3 dead", "1 4 decided", "3 4 decided");
        assertThat(world.number("SELECT COUNT(*) FROM dead_letter")).isEqualTo(1);
    }

    @Test
    void whatWasMissedBeforeADeadBatchIsDeadToo() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        world.hook = (bar, parameters) -> {
            if (bar.token() == 3) {
                throw new Crash("in a strategy");
            }
        };
        world.close(bar(BTC, 3)); // its batch never comes
        due(4, 1, 1L);
        due(5, 1, 1L);

        for (int life = 0; life < 10; life++) {
            Evaluator evaluator = world.evaluator("a");
            try {
                pump(evaluator, 60);
            } catch (Crash died) {
                world.pass(Duration.ofSeconds(1));
            }
        }

        assertThat(outcomes()).containsExactly("1 3 dead", "1 4 dead", "1 5 decided");
    }

    @Test
    void aProcessThatDiesBetweenTheTransactionAndTheOffsetEvaluatesNothingTwice() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        int[] runs = {0};
        world.hook = (bar, parameters) -> runs[0]++;
        due(3, 1, 1L);
        world.log.failCommits = 1;
        Evaluator first = world.evaluator("a");
        pump(first, 1);
        assertThat(first.status().reasons().toString()).contains("the connection broke");

        try (Evaluator second = world.evaluator("b")) {
            pump(second, 60);
            assertThat(second.counts().duplicates()).isEqualTo(1);
        }

        assertThat(runs[0]).isEqualTo(1);
        assertThat(outcomes()).containsExactly("1 3 decided");
    }

    @Test
    void aStrategyThatThrowsHurtsNobodyElseAndIsStoppedAfterThreeInARow() throws Exception {
        world.strategy(1, "faulty", "from=4", BTC);
        world.strategy(3, "chain", "", BTC);
        for (long token = 3; token <= 8; token++) {
            due(token, 1, 1L, 3L);
            if (token == 6) {
                world.close(bar(BTC, 7)); // recorded before it is stopped
                send(new EvaluateBatch(bar(BTC, 7), 1, 0, List.of(1L, 3L)));
                token++;
            }
            try (Evaluator evaluator = world.evaluator("a")) {
                pump(evaluator, 3);
            }
        }

        assertThat(outcomes())
                .containsExactly(
                        "1 3 decided",
                        "3 3 decided",
                        "1 4 failed",
                        "3 4 decided",
                        "1 5 failed",
                        "3 5 decided",
                        "1 6 failed",
                        "3 6 decided",
                        "1 7 skipped",
                        "3 7 decided",
                        "3 8 decided");
        assertThat(world.texts("SELECT id, status, reason FROM strategy ORDER BY id"))
                .containsExactly("1 failed ArithmeticException: at bar 6", "3 running ");
        assertThat(world.texts("SELECT detail FROM evaluation WHERE token = 4 AND strategy_id = 1"))
                .containsExactly("ArithmeticException: at bar 4");
    }

    @Test
    void aBarThatWasMissedIsEvaluatedBeforeTheNextOne() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        world.close(bar(BTC, 3)); // its batch never comes
        due(4, 1, 1L);

        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 3);
            send(new EvaluateBatch(bar(BTC, 3), 1, 0, List.of(1L))); // or late
            pump(evaluator, 3);
        }

        assertThat(outcomes()).containsExactly("1 3 decided", "1 4 decided");
        String after3 = Kinds.chained(bar(BTC, 3), "").state();
        assertThat(world.texts("SELECT state FROM strategy_state"))
                .containsExactly(Kinds.chained(bar(BTC, 4), after3).state());
    }

    @Test
    void moreMissedBarsThanOneStepMakesUpForAreAllEvaluatedInTheirOrder() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        String state = "";
        for (long token = 3; token < 1_203; token++) {
            world.close(bar(BTC, token)); // their batches never come
            state = Kinds.chained(bar(BTC, token), state).state();
        }
        due(1_203, 1, 1L);

        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 6);
            assertThat(evaluator.counts().completed()).isEqualTo(1);
        }

        assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo(1_201);
        assertThat(world.texts("SELECT state FROM strategy_state"))
                .containsExactly(Kinds.chained(bar(BTC, 1_203), state).state());
        assertThat(world.texts("SELECT state, attempts FROM evaluate_inbox")).containsExactly("completed 1");
    }

    @Test
    void barsThatNobodyListenedToHideNoneThatWasMissed() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        due(3, 1, 1L);
        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 3);
        }
        world.strategies.stop(world.transaction(), 1);
        world.commit();
        for (long token = 4; token < 1_104; token++) {
            world.close(bar(BTC, token));
        }
        world.strategies.start(world.transaction(), 1);
        world.commit();
        world.close(bar(BTC, 1_104)); // its batch never comes
        due(1_105, 1, 1L);

        try (Evaluator evaluator = world.evaluator("b")) {
            pump(evaluator, 60);
        }

        assertThat(outcomes()).containsExactly("1 3 decided", "1 1104 decided", "1 1105 decided");
    }

    @Test
    void theLocalPathMakesUpForMoreMissedBarsThanOneStep() throws Exception {
        world.strategies("grid", 5, 1, BTC);
        LocalScheduler local = world.local("clock");
        local.pump();
        world.bus.clear();
        for (long token = 3; token < 1_203; token++) {
            world.close(bar(BTC, token));
        }
        world.close(bar(BTC, 1_203));
        local.onBar(bar(BTC, 1_203)); // the bus has lost the others

        for (int i = 0; i < 40; i++) {
            local.pump();
            world.pass(Duration.ofMillis(500));
        }
        local.close();

        assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo(1_201);
    }

    @Test
    void whatMayNotMoveStaysLocalAtAHundredPercent() throws Exception {
        world.strategy(5, "grid", "", BTC);
        LocalScheduler local = world.local("clock");

        world.close(bar(BTC, 3));
        local.pump();

        assertThat(world.texts("SELECT strategy_id, path FROM evaluation")).containsExactly("5 local");
        assertThat(world.number("SELECT shard FROM strategy")).isEqualTo(2);
        local.close();
    }

    @Test
    void aLeaseThatIsNotLongerThanTheTimeoutIsRefused() {
        assertThatThrownBy(() -> new EvaluationOptions(Duration.ofSeconds(10), Duration.ofSeconds(10), 3, 5))
                .hasMessageContaining("longer than the evaluation's timeout PT10S");
    }

    @Test
    void anotherTakesOverWithinThirtySecondsAfterAKill() throws Exception {
        world.strategies("chain", 1, 4, BTC);
        Evaluator killed = world.evaluator("a");
        Evaluator other = world.evaluator("b");
        for (int i = 0; i < 10; i++) {
            killed.pump();
            other.pump();
            world.pass(Duration.ofMillis(500));
        }
        assertThat(world.texts("SELECT DISTINCT owner FROM lease WHERE name LIKE 'shard-%' AND name <> 'shard-2'"))
                .containsExactlyInAnyOrder("a/evaluator", "b/evaluator"); // fair
        long deathMs = world.time.millis();

        due(3, 0, 2L, 4L);
        send(new EvaluateBatch(bar(BTC, 3), 1, 0, List.of(1L, 3L)));
        while (outcomes().size() < 4 && world.time.millis() - deathMs < 60_000) {
            pump(other, 1);
        }

        assertThat(world.time.millis() - deathMs).isLessThan(30_000);
        other.close();
    }

    /** Whether a slow evaluator keeps its shards while it works and another wants them. */
    private List<String> tokensAfterSlowWork(boolean renews) throws Exception {
        world.strategies("chain", 1, 400, BTC);
        Evaluator slow = new Evaluator(
                world.ports("a", new HarmedDatabase.Harm() {}),
                world.settings(),
                new ShardRunner.Rules(new Guard.Rows(), Stamp.DERIVED, renews));
        pump(slow, 1);
        world.close(bar(BTC, 3));
        for (int index = 0; index < 4; index++) {
            List<Long> ids = new ArrayList<>();
            for (long id = 1 + index * 100L; id < (index + 1) * 100L; id += 2) {
                ids.add(id);
            }
            send(new EvaluateBatch(bar(BTC, 3), 1, index, ids));
        }
        ShardLeases other = new ShardLeases(
                new ShardLeases.Terms("b", daybook.strategies.cutover.Path.LOG, Duration.ofSeconds(15)),
                world.time::nanos);
        try (var writer =
                new Writer(world.ports("b", new HarmedDatabase.Harm() {}).database())) {
            other.want(writer, new ShardLeases.Wanted(2, Set.of(0, 1)));
            world.hook = (bar, parameters) -> {
                try {
                    world.pass(Duration.ofMillis(150));
                    other.take(writer);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            };
            slow.pump();
        }
        return world.texts("SELECT name, owner, token FROM lease WHERE name IN ('shard-0', 'shard-1') ORDER BY name");
    }

    @Test
    void shardsAreRenewedWhileOneOfThemIsWorkedOn() throws Exception {
        assertThat(tokensAfterSlowWork(true)).containsExactly("shard-0 a/evaluator 2", "shard-1 a/evaluator 2");
    }

    @Test
    void plantedNotRenewingWhileWorkingLosesTheOtherShards() throws Exception {
        assertThat(tokensAfterSlowWork(false)).contains("shard-0 b 3");
    }

    @Test
    void aDatabaseAndThenALogThatAreAwayAreNoAttempt() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        boolean[] fault = {true};
        boolean[] away = {false};
        world.hook = (bar, parameters) -> away[0] = fault[0];
        HarmedDatabase.Harm harm = new HarmedDatabase.Harm() {
            @Override
            public void beforeCommit(Connection connection) throws SQLException {
                if (away[0]) {
                    throw new SQLException("away (simulated)");
                }
            }
        };
        due(3, 1, 1L);
        try (Evaluator evaluator = new Evaluator(world.ports("a", harm), world.settings())) {
            pump(evaluator, 2);
            assertThat(evaluator.status().reasons().toString()).contains("away (simulated)");
            fault[0] = false;
            away[0] = false;
            outage(true);
            pump(evaluator, 4);
            outage(false);
            pump(evaluator, 20);
        }

        assertThat(world.texts("SELECT state, attempts FROM evaluate_inbox")).containsExactly("completed 1");
    }

    private void outage(boolean away) {
        world.log.stored.outage = away ? new LogException(LogException.Kind.UNAVAILABLE, "away (simulated)") : null;
    }

    @Test
    void whoeverLeavesTheGroupGivesItsShardsBack() throws Exception {
        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 2);
            assertThat(world.number("SELECT COUNT(*) FROM lease WHERE name LIKE 'shard-%' AND expires_at_ms > 0"))
                    .isEqualTo(2);

            outage(true);
            pump(evaluator, 1);

            assertThat(world.number("SELECT COUNT(*) FROM lease WHERE name LIKE 'shard-%' AND expires_at_ms > 0"))
                    .isZero();
        }
    }

    @Test
    void shardsThatMoveBackAreDrainedWhileTheLogIsAway() throws Exception {
        world.strategies("chain", 1, 2, BTC);
        try (Evaluator evaluator = world.evaluator("a")) {
            pump(evaluator, 2);
            for (long token = 3; token < 203; token++) {
                world.close(bar(BTC, token)); // more than one step drains
            }
            world.percent(0);
            outage(true);

            pump(evaluator, 40);

            assertThat(world.number("SELECT COUNT(*) FROM shard_route WHERE drained = 0"))
                    .isZero();
            assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo(400);
        }
    }

    @Test
    void aLogThatIsAwayIsWaitedFor() throws Exception {
        world.strategies("chain", 1, 1, BTC);
        due(3, 1, 1L);
        try (Evaluator evaluator = world.evaluator("a")) {
            world.log.stored.outage = new LogException(LogException.Kind.UNAVAILABLE, "away (simulated)");
            pump(evaluator, 2);
            assertThat(evaluator.status().reasons().toString()).contains("away");
            world.log.stored.outage = null;
            pump(evaluator, 6);
            assertThat(evaluator.status().reasons()).isEmpty();
        }
        assertThat(outcomes()).containsExactly("1 3 decided");
    }
}
