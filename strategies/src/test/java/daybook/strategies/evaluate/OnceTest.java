package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.events.Topics;
import daybook.strategies.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * P-15. Goal: one evaluation per strategy and closed bar. Method: a thousand strategies (fewer in the short run) on one series, sixty bars (fewer on a server), a dispatcher and three
 * evaluators that are dropped without being closed, each bar and many batches twice, twenty rebalances; then count.
 */
class OnceTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void everyStrategyIsEvaluatedOnceOnEachBar(Engine engine) throws Exception {
        boolean isLong = Boolean.getBoolean("daybook.long");
        int strategies = isLong ? 1_000 : engine == Engine.SQLITE ? 200 : 60;
        int bars = isLong || engine == Engine.SQLITE ? 60 : 15;
        int shards = isLong ? 128 : engine == Engine.SQLITE ? 8 : 2;
        Random random = new Random(15);
        try (World world = new World(engine, dir, shards, Math.min(4, shards))) {
            WalkJudge judge = new WalkJudge(world);
            world.strategies("chain", 1, strategies, BTC);
            LocalScheduler local = world.local("clock");
            world.percent(100);
            for (int i = 0; i < 20; i++) {
                local.pump();
                world.pass(Duration.ofMillis(300));
            }
            judge.movedAll();
            Dispatcher dispatcher = world.dispatcher("dispatcher", 250);
            List<Evaluator> evaluators = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                evaluators.add(world.evaluator("evaluator-" + i));
            }

            for (int token = 0; token < bars; token++) {
                world.close(bar(BTC, token));
                world.pumpClock();
                world.publish(bar(BTC, token));
                if (token % 3 == 0) {
                    world.log.rebalance();
                }
                if (token % 5 == 0) { // kill -9
                    int victim = random.nextInt(3);
                    evaluators.set(victim, world.evaluator("evaluator-" + victim));
                }
                if (token % 20 == 10) {
                    dispatcher = world.dispatcher("dispatcher", 250);
                }
                for (int i = 0; i < 4; i++) {
                    dispatcher.pump();
                    evaluators.get(random.nextInt(3)).pump();
                    world.pass(Duration.ofSeconds(1));
                }
            }
            for (int i = 0; i < 600 && !(i % 10 == 9 && judge.isSettled()); i++) {
                world.pumpClock();
                dispatcher.pump();
                for (Evaluator evaluator : evaluators) {
                    evaluator.pump();
                }
                world.pass(Duration.ofMillis(500));
            }

            assertThat(world.number("SELECT COUNT(*) FROM evaluation")).isEqualTo((long) strategies * bars);
            assertThat(world.log.stored.all(world.topics.fullName(Topics.BARS_CLOSED)))
                    .hasSize(2 * bars);
            judge.judge(15);
        }
    }
}
