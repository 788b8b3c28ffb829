package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.strategies.SeriesKey;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OldBarsTest {
    private static final SeriesKey ETH = World.series("ethusdt");

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatIsOverAndOldIsForgottenAndNothingElse(Engine engine) throws Exception {
        try (World world = new World(engine, dir, 8, 4);
                LocalScheduler local = world.local("a");
                Evaluator evaluator = world.evaluator("c")) {
            world.strategies("chain", 1, 5, BTC);
            world.strategies("chain", 6, 5, ETH);
            for (int token = 3; token < 6; token++) {
                world.close(bar(BTC, token));
                run(world, local, evaluator);
            }
            world.close(bar(ETH, 3)); // nobody has evaluated it
            change(world, "UPDATE clock_told SET n = 100");
            orders(world, "FILLED");
            change(
                    world,
                    "UPDATE gateway_order SET status = 'ACCEPTED' WHERE intent_id = (SELECT MIN(intent_id) FROM intent"
                            + " WHERE event_id = (SELECT event_id FROM closed_bar WHERE n = 1))");
            assertThat(world.number("SELECT COUNT(*) FROM closed_bar")).isEqualTo(4);

            world.pass(Duration.ofDays(39));
            run(world, evaluator);
            assertThat(world.number("SELECT COUNT(*) FROM closed_bar"))
                    .as("not old yet")
                    .isEqualTo(4);

            world.pass(Duration.ofDays(2));
            run(world, evaluator);

            assertThat(world.texts("SELECT series, token FROM closed_bar ORDER BY n"))
                    .as("an order is open; the newest; one that was not evaluated")
                    .containsExactly(BTC.text() + " 3", BTC.text() + " 5", ETH.text() + " 3");
            assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo(10);
            assertThat(world.number("SELECT COUNT(*) FROM gateway_order")).isEqualTo(10);

            change(world, "UPDATE gateway_order SET status = 'CANCELLED' WHERE status = 'ACCEPTED'");
            world.pass(Duration.ofMinutes(1));
            run(world, evaluator);

            assertThat(world.number("SELECT COUNT(*) FROM closed_bar")).isEqualTo(2);
            assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo(5);
            assertThat(world.number("SELECT COUNT(*) FROM intent")).isZero();
            assertThat(world.number("SELECT COUNT(*) FROM gateway_order")).isZero();
        }
    }

    private static void run(World world, LocalScheduler local, Evaluator evaluator) throws SQLException {
        for (int i = 0; i < 10; i++) {
            local.pump();
            run(world, evaluator);
        }
    }

    private static void run(World world, Evaluator evaluator) throws SQLException {
        for (int i = 0; i < 5; i++) {
            evaluator.pump();
            world.pass(Duration.ofMillis(200));
        }
    }

    private static void orders(World world, String status) throws SQLException {
        change(
                world,
                "INSERT INTO gateway_order (intent_id, account_key, symbol, strategy_id, fence_lease, fence_token, body, status,"
                        + " step, attempts, venue_order_id, filled, reason, received_at_ms, submitted_at_ms, changed_at_ms)"
                        + " SELECT intent_id, account, 'BTC', strategy_id, 'shard', 1, body, '" + status
                        + "', 1, 1, '', 0, '', 0, 0, 0 FROM intent");
    }

    private static void change(World world, String sql) throws SQLException {
        try (Statement statement = world.transaction().createStatement()) {
            statement.executeUpdate(sql);
        }
        world.commit();
    }
}
