package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.events.Topics;
import daybook.strategies.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From a closed bar to intents, by both paths. */
class EvaluatorTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void atZeroPercentTheLocalPathEvaluatesAndTheLogIsAShadow(Engine engine) throws Exception {
        try (World world = new World(engine, dir, 8, 4);
                LocalScheduler local = world.local("a");
                Dispatcher dispatcher = world.dispatcher("b", 250);
                Evaluator evaluator = world.evaluator("c")) {
            world.strategies("chain", 1, 20, BTC);

            world.close(bar(BTC, 3));
            run(world, local, dispatcher, evaluator);

            assertThat(world.number("SELECT COUNT(*) FROM evaluation WHERE path = 'local'"))
                    .isEqualTo(20);
            assertThat(evaluator.counts().leftOut()).isEqualTo(8);
            assertThat(world.number("SELECT COUNT(*) FROM intent")).isEqualTo(40);
            assertThat(world.log.stored.all(world.topics.fullName(Topics.ORDER_INTENTS)))
                    .hasSize(40);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void atAHundredPercentTheLogDoes(Engine engine) throws Exception {
        try (World world = new World(engine, dir, 8, 4);
                LocalScheduler local = world.local("a");
                Dispatcher dispatcher = world.dispatcher("b", 250);
                Evaluator evaluator = world.evaluator("c")) {
            world.strategies("chain", 1, 20, BTC);
            run(world, local, dispatcher, evaluator);
            world.percent(100);
            run(world, local, dispatcher, evaluator);
            assertThat(world.number("SELECT COUNT(*) FROM shard_route WHERE drained = 0"))
                    .isZero();

            world.close(bar(BTC, 3));
            run(world, local, dispatcher, evaluator);

            assertThat(world.number("SELECT COUNT(*) FROM evaluation WHERE path = 'log'"))
                    .isEqualTo(20);
            assertThat(evaluator.counts().completed()).isEqualTo(8);
            assertThat(world.number("SELECT COUNT(*) FROM intent")).isEqualTo(40);
        }
    }

    private static void run(World world, LocalScheduler local, Dispatcher dispatcher, Evaluator evaluator)
            throws Exception {
        for (int i = 0; i < 30; i++) {
            world.pumpClock();
            local.pump();
            dispatcher.pump();
            evaluator.pump();
            world.pass(Duration.ofMillis(200));
        }
        assertThat(local.status().failures()).as(local.status().toString()).isZero();
        assertThat(dispatcher.status().failures())
                .as(dispatcher.status().toString())
                .isZero();
        assertThat(evaluator.status().failures())
                .as(evaluator.status().toString())
                .isZero();
    }
}
