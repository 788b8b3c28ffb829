package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A strategy that takes too long holds up its own shard for a while, and nobody else. Of two strategies, 2 in shard 0 is slow at bar 3. */
class SlowStrategiesTest {
    @TempDir
    Path dir;

    private World world;

    @BeforeEach
    void open() throws Exception {
        world = new World(Engine.SQLITE, dir, 2, 2);
        world.hook = (bar, parameters) -> {
            if (bar.token() == 3 && parameters.get("id", 0, 0, Long.MAX_VALUE) == 2) {
                try {
                    world.pass(Duration.ofSeconds(11));
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    @AfterEach
    void close() throws Exception {
        world.close();
    }

    private void listen() throws SQLException {
        world.strategy(1, "chain", "id=1", BTC);
        world.strategy(2, "chain", "id=2", BTC);
    }

    private void pump(LocalScheduler local, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            local.pump();
            world.pass(Duration.ofMillis(300));
        }
    }

    private List<String> outcomes() throws SQLException {
        return world.texts("SELECT strategy_id, token, outcome FROM evaluation ORDER BY token, strategy_id");
    }

    @Test
    void theOtherShardsOfTheLocalPathGoOnAndTheSlowBarIsDeadAtTheFifthAttempt() throws Exception {
        listen();
        try (LocalScheduler local = world.local("clock")) {
            pump(local, 2);
            for (long token = 3; token <= 5; token++) {
                world.close(bar(BTC, token));
            }

            pump(local, 4);
            assertThat(outcomes()).containsExactly("1 3 decided", "1 4 decided", "1 5 decided");
            assertThat(local.status().reasons().toString()).contains("shard 0 took longer");

            pump(local, 40);
            assertThat(outcomes())
                    .containsExactly(
                            "1 3 decided", "2 3 dead", "1 4 decided", "2 4 decided", "1 5 decided", "2 5 decided");
            assertThat(local.status().reasons()).isEmpty();
        }
    }

    @Test
    void aSlowStrategyDoesNotKeepShardsFromMovingToTheLog() throws Exception {
        listen();
        try (LocalScheduler local = world.local("clock")) {
            pump(local, 2);
            world.close(bar(BTC, 3));
            world.percent(100);

            pump(local, 40);

            assertThat(world.texts("SELECT shard FROM shard_route WHERE drained = 0"))
                    .isEmpty();
            assertThat(outcomes()).containsExactly("1 3 decided", "2 3 dead");
        }
    }

    @Test
    void aSlowStrategyDoesNotKeepShardsFromMovingBack() throws Exception {
        world.percent(100);
        try (LocalScheduler local = world.local("clock");
                Evaluator evaluator = world.evaluator("a")) {
            pump(local, 10);
            listen();
            for (int i = 0; i < 10; i++) {
                evaluator.pump();
                world.pass(Duration.ofMillis(300));
            }
            world.close(bar(BTC, 3)); // its batches never come
            world.percent(0);

            for (int i = 0; i < 60; i++) {
                evaluator.pump();
                world.pass(Duration.ofMillis(300));
            }

            assertThat(world.texts("SELECT shard FROM shard_route WHERE drained = 0"))
                    .isEmpty();
            assertThat(outcomes()).containsExactly("1 3 decided", "2 3 dead");
        }
    }
}
