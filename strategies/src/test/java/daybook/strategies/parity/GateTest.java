package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.OutboxMessage;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.strategies.AccountKey;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import daybook.strategies.clock.Bars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Row Q25: one report of named checks, each with its numbers; it opens only when all of them have passed. */
class GateTest {
    static final String SUITE = "version=0.1.0\n"
            + "duplicate=3/3\nrestart=5/5\nrebalance=2/2\nexpired-lease=4/4\nstate-restore=1/1\nfencing=6/6\nrollback=1/1\n";

    @TempDir
    Path dir;

    private ParityWorld world;
    private Optional<FaultSuite> faults = Optional.of(FaultSuite.parse(SUITE));
    private final List<OrderIntent> again = new ArrayList<>();
    private long decidedAgain = 2;

    @BeforeEach
    void aWorld() {
        world = world(Engine.SQLITE);
    }

    @AfterEach
    void end() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource
    void itOpensWhenEveryCheckHasPassed(Engine engine) throws Exception {
        allIsWell(engine);

        GateReport report = report();

        assertThat(report.checks()).allMatch(GateCheck::passed);
        assertThat(report.isOpen()).isTrue();
        assertThat(report.checks())
                .extracting(GateCheck::name)
                .containsExactly(
                        "parity of bars",
                        "parity of evaluations",
                        "replay",
                        "dispatched = completed",
                        "fencing tokens",
                        "one order per intent",
                        "drained",
                        "duplicate",
                        "restart",
                        "rebalance",
                        "expired-lease",
                        "state-restore",
                        "fencing",
                        "rollback");
        assertThat(check(report, "dispatched = completed").numbers())
                .containsEntry("batches", 2L)
                .containsEntry("dispatched", 2L)
                .containsEntry("completed", 2L);
        assertThat(check(report, "drained")).hasToString("drained: passed, draining 0");
    }

    @Test
    void withoutEvidenceItStaysShut() {
        faults = Optional.empty();

        GateReport report = new Gate(world.clock.database, world.clock.log, world.clock.topics)
                .report(world.window, new Gate.Evidence(Optional.empty(), faults, "0.1.0"));

        assertThat(report.isOpen()).isFalse();
        assertThat(report.checks())
                .filteredOn(GateCheck::passed)
                .extracting(GateCheck::name)
                .containsExactly("fencing tokens", "one order per intent", "drained");
    }

    @Test
    void eachCheckFailsByItself() throws Exception {
        allIsWell(Engine.SQLITE);

        world.publish(world.bar(5));
        assertFails("parity of bars", "the topic differs from what was recorded");
        world.record(world.bar(5));
        world.evaluate(7, world.bar(5), "failed");
        decidedAgain = 3;
        assertFails("dispatched = completed", "1 evaluations were never dispatched");
        dispatch(new EvaluateBatch(world.bar(5), 7, 0, List.of(7L)));
        assertThat(report().isOpen()).isTrue();
        world.evaluate(8, world.bar(5), "decided");
        decidedAgain = 4;
        assertFails("parity of evaluations", "evaluated is not what was expected");
        world.write("DELETE FROM evaluation WHERE strategy_id = 8");
        decidedAgain = 3;

        again.add(intent(world.bar(2), 9));
        assertFails("replay", "evaluated again, other decisions come out");
        again.remove(1);
        decidedAgain = 2;
        assertFails("replay", "evaluated again, other decisions come out");
        decidedAgain = 3;

        dispatch(new EvaluateBatch(world.bar(5), 1, 0, List.of(129L)));
        assertFails("dispatched = completed", "1 evaluations are not completed");
        world.write("DELETE FROM subscription");
        world.subscribe(7, world.clock.now * Bars.MINUTE, Long.MAX_VALUE);
        world.subscribe(129, world.bar(4).window().endMicros(), Long.MAX_VALUE);
        world.write("INSERT INTO strategy (id, kind, parameters, account, series, shard, status, reason, created_us,"
                + " changed_us) VALUES (129, 'momentum', '', '', '', 7, 'running', '', 0, 0)");
        world.evaluate(129, world.bar(5), "skipped");
        assertThat(report().isOpen()).isTrue();
        world.write("UPDATE evaluation SET outcome = 'dead' WHERE strategy_id = 129");
        assertThat(report().checks())
                .filteredOn(check -> !check.passed())
                .extracting(GateCheck::detail)
                .containsExactly("1 were given up", "1 evaluations were given up");
        world.write("UPDATE evaluation SET outcome = 'skipped' WHERE strategy_id = 129");

        world.write("UPDATE lease SET token = 0 WHERE name = 'shard-7'");
        assertFails("fencing tokens", "tokens have gone down: a lease's row was lost");
        world.write("UPDATE lease SET token = 1 WHERE name = 'shard-7'");

        world.write("UPDATE shard_route SET drained = 0 WHERE shard = 7");
        assertFails("drained", "1 shards are on their way");
        world.write("UPDATE shard_route SET drained = 1");

        world.write("DELETE FROM gateway_order");
        assertFails("one order per intent", "1 intents have no order yet");
    }

    @Test
    void theFaultSuiteIsOfThisVersionWholeAndWithoutAFailure() throws Exception {
        allIsWell(Engine.SQLITE);
        faults = Optional.of(FaultSuite.parse(SUITE.replace("restart=5/5\n", "")));
        assertFails("restart", "not run");
        faults = Optional.of(FaultSuite.parse(SUITE.replace("fencing=6/6", "fencing=5/6")));
        assertFails("fencing", "1 failed");
        faults = Optional.of(FaultSuite.parse(SUITE.replace("0.1.0", "0.0.9")));
        assertThat(check(report(), "rollback").detail()).isEqualTo("of version 0.0.9 (expected: 0.1.0)");

        assertThatThrownBy(() -> FaultSuite.parse("version=1\nrestart=yes"))
                .hasMessage("restart: yes (expected: PASSED/RUN)");
        assertThatThrownBy(() -> FaultSuite.parse("restart=1/1")).hasMessageStartingWith("version: missing");
    }

    private void assertFails(String name, String detail) {
        GateReport report = report();
        assertThat(report.checks())
                .filteredOn(check -> !check.passed())
                .extracting(check -> check.name() + ": " + check.detail())
                .containsExactly(name + ": " + detail);
        assertThat(report.isOpen()).isFalse();
    }

    private GateReport report() {
        Replayer replayer = window -> new Replayer.Replayed(decidedAgain, again);
        return new Gate(world.clock.database, world.clock.log, world.clock.topics)
                .report(world.window, new Gate.Evidence(Optional.of(replayer), faults, "0.1.0"));
    }

    private static GateCheck check(GateReport report, String name) {
        return report.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Strategy 7 of shard 7 has evaluated two bars, one of which made it want something. */
    private void allIsWell(Engine engine) throws Exception {
        if (engine != Engine.SQLITE) {
            world.close();
            world = world(engine);
        }
        world.subscribe(7, world.clock.now * Bars.MINUTE, Long.MAX_VALUE);
        world.write("INSERT INTO strategy (id, kind, parameters, account, series, shard, status, reason, created_us,"
                + " changed_us) VALUES (7, 'momentum', '', '', '', 7, 'running', '', 0, 0)");
        world.write("INSERT INTO lease (name, owner, token, expires_at_ms) VALUES ('shard-7', 'one', 1, 0)");
        world.write("INSERT INTO shard_route (shard, path, previous, boundary_us, drained)"
                + " VALUES (7, 'local', 'local', 0, 1)");
        for (int minute = 1; minute <= 2; minute++) {
            ClosedBar bar = world.bar(minute);
            world.record(bar);
            world.publish(bar);
            world.evaluate(7, bar, "decided");
            dispatch(new EvaluateBatch(bar, 7, 0, List.of(7L)));
        }
        OrderIntent intent = intent(world.bar(1), 1);
        world.write(
                "INSERT INTO intent (intent_id, strategy_id, event_id, ordinal, end_us, account, body)"
                        + " VALUES (?, 7, ?, 0, ?, '', ?)",
                intent.id().toString(),
                world.bar(1).id().toString(),
                world.bar(1).window().endMicros(),
                Bodies.write(intent));
        world.write(
                "INSERT INTO gateway_order (intent_id, account_key, symbol, strategy_id, fence_lease, fence_token, body,"
                        + " status, step, attempts, venue_order_id, filled, reason, received_at_ms, submitted_at_ms,"
                        + " changed_at_ms) VALUES (?, '', '', 7, 'shard-7', 1, ?, 'FILLED', 1, 1, '', 0, '', 0, 0, 0)",
                intent.id().toString(),
                Bodies.write(intent));
        again.add(intent(world.bar(1), 99)); // under another grant
    }

    private void dispatch(EvaluateBatch batch) {
        OutboxMessage message = world.records.of(batch);
        world.send(message.topic(), Records.record(message, 0));
    }

    private static OrderIntent intent(ClosedBar bar, long token) {
        return new OrderIntent(
                new OrderIntent.Cause(7, bar.id(), 0),
                AccountKey.parse("account:daybook:alice:spot"),
                "BTCUSDT",
                new OrderIntent.Terms(Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 105, 10, new ClosedBar.Scales(2, 3)),
                new Fence("shard-7", token));
    }

    private ParityWorld world(Engine engine) {
        ParityWorld made = new ParityWorld(dir.resolve(engine.name()), engine);
        made.clock.log.createTopic(
                new TopicSpec(made.clock.topics.fullName(Topics.STRATEGY_EVALUATE), 2, Retention.UNLIMITED));
        return made;
    }
}
