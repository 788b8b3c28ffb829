package daybook.strategies.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import daybook.delivery.Engine;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.Shards;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk must see each of these. If one passes, the walk looks at too little. */
class PlantedEvaluationBugsTest {
    private static final int SEEDS = 25;

    @TempDir
    Path dir;

    /** Walks with a bug until it shows. */
    private String caught(Walk.Bugs bugs) throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Path home = Files.createDirectory(dir.resolve("walk-" + seed));
            try (Walk walk = new Walk(seed, Walk.Size.SMALL, bugs, Engine.SQLITE, home)) {
                walk.run();
            } catch (AssertionError seen) {
                return String.valueOf(seen.getMessage());
            }
        }
        return fail("planted: not seen within " + SEEDS + " seeds");
    }

    @Test
    void evaluatingWithoutTheGuard() throws Exception {
        Guard real = new Guard.Rows();
        Guard planted = new Guard() {
            @Override
            public boolean isDue(HotShard.Progress progress, ClosedBar bar) {
                return true;
            }

            @Override
            public boolean record(Connection connection, Where where, List<Done> done) throws SQLException {
                real.record(connection, where, done);
                return true;
            }
        };
        // The rows of intents and of the inbox have guards of their own.
        UnaryOperator<String> lie = sql -> sql.startsWith("INSERT INTO intent")
                ? sql + " ON CONFLICT (intent_id) DO NOTHING"
                : sql.replace("WHERE evaluate_inbox.state = 'acquired' RETURNING", "RETURNING")
                        .replace(" AND state = 'acquired'", "");
        ShardRunner.Rules rules = new ShardRunner.Rules(planted, Stamp.DERIVED, true);

        assertThat(caught(new Walk.Bugs(rules, rules, lie, UnaryOperator.identity())))
                .contains("states:");
    }

    @Test
    void tokensThatBeginAgainBecauseLeasesAreDeleted() throws Exception {
        assertThat(caught(Walk.Bugs.said(
                        "UPDATE lease SET expires_at_ms = 0 WHERE name = ? AND owner = ? AND token = ?",
                        "DELETE FROM lease WHERE name = ? AND owner = ? AND token = ?")))
                .containsAnyOf("lease rows are gone", "has fallen", "was granted to");
    }

    @Test
    void aBoundaryThatTheLocalPathIgnores() throws Exception {
        UnaryOperator<String> lie = sql -> sql.replace(
                "SELECT shard, path, previous, boundary_us, drained FROM shard_route",
                "SELECT shard, path, previous, 9223372036854775807, drained FROM shard_route");

        assertThat(caught(new Walk.Bugs(
                        ShardRunner.Rules.real(), ShardRunner.Rules.real(), UnaryOperator.identity(), lie)))
                .contains("wrong path");
    }

    @Test
    void aShardThatCountsAsDrainedBeforeItIs() throws Exception {
        assertThat(caught(Walk.Bugs.said(
                        "SELECT 1 FROM subscription s LEFT JOIN",
                        "SELECT 1 FROM (SELECT * FROM subscription LIMIT 0) s LEFT JOIN")))
                .containsAnyOf("wrong path", "missing");
    }

    @Test
    void theFenceOfAnotherShard() throws Exception {
        Stamp planted = (source, decision, fence) -> {
            int shard = Integer.parseInt(fence.lease().substring("shard-".length()));
            return Stamp.DERIVED.stamp(source, decision, new Fence(Shards.lease(shard + 1), fence.token()));
        };

        assertThat(caught(Walk.Bugs.rules(new ShardRunner.Rules(new Guard.Rows(), planted, true))))
                .contains("intents:");
    }

    @Test
    void intentsWithIdsOfTheirOwn() throws Exception {
        long[] next = {0};
        Stamp planted = (source, decision, fence) -> Stamp.DERIVED.stamp(source, decision, fence).stream()
                .map(intent -> new OrderIntent(
                        new OrderIntent.Cause(
                                intent.cause().strategyId(),
                                new java.util.UUID(0, next[0]++),
                                intent.cause().ordinal()),
                        intent.account(),
                        intent.symbol(),
                        intent.terms(),
                        intent.fence()))
                .toList();

        assertThat(caught(Walk.Bugs.rules(new ShardRunner.Rules(new Guard.Rows(), planted, true))))
                .contains("intents:");
    }

    @Test
    void aTransactionThatDoesNotAskWhetherTheLeaseIsStillHeld() throws Exception {
        assertThat(caught(Walk.Bugs.said(
                        " + ? WHERE name = ? AND owner = ? AND token = ?",
                        " + ? WHERE name = ? AND (owner = ? OR 1 = 1) AND (token = ? OR 1 = 1)")))
                .isNotEmpty();
    }

    @Test
    void aFreshGroupThatBeginsAtTheEnd() throws Exception {
        // The walk's groups are there before the first bar; this needs one that comes later.
        try (World world = new World(Engine.SQLITE, dir, 4, 4)) {
            world.strategies("chain", 1, 4, World.BTC);
            world.publish(World.bar(World.BTC, 3));
            world.log.startsAtTheEnd = true;
            try (var dispatcher = world.dispatcher("a", 10)) {
                dispatcher.pump();
                assertThat(dispatcher.counts().bars()).isZero(); // lost for ever
            }
            world.log.startsAtTheEnd = false;
            world.log.resetGroups();
            try (var dispatcher = world.dispatcher("b", 10)) {
                dispatcher.pump();
                assertThat(dispatcher.counts().bars()).isEqualTo(1);
            }
        }
    }
}
