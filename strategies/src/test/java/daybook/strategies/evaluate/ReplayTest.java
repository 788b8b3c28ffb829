package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.events.Topics;
import daybook.strategies.Bodies;
import daybook.strategies.OrderIntent;
import daybook.strategies.api.Parameters;
import daybook.strategies.backtest.Backtest;
import daybook.strategies.backtest.Replay;
import daybook.strategies.parity.ParityWindow;
import daybook.strategies.parity.Replayer;
import daybook.strategies.subscriptions.StrategyRow.Setup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was decided live, decided again: by the replay from the tables, by a backtest from the bars. */
class ReplayTest {
    @TempDir
    Path dir;

    /** Evaluates thirty bars live; returns the intents as they were published. */
    private Map<UUID, OrderIntent.Terms> live(World world, ShardRunner.Rules rules) throws Exception {
        world.strategies("chain", 1, 3, BTC);
        world.strategy(4, "faulty", "from=10", BTC);
        try (LocalScheduler local =
                new LocalScheduler(world.ports("a", new HarmedDatabase.Harm() {}), world.settings(), rules)) {
            world.bus.add(local);
            for (int token = 0; token < 30; token++) {
                world.close(bar(BTC, token));
                local.pump();
                world.pass(Duration.ofMillis(300));
            }
            for (int i = 0; i < 10; i++) {
                local.pump();
                world.pumpClock();
                world.pass(Duration.ofMillis(300));
            }
        }
        return terms(world.log.stored.all(world.topics.fullName(Topics.ORDER_INTENTS)).stream()
                .map(record -> Bodies.readIntent(record.record().value()))
                .toList());
    }

    private static Map<UUID, OrderIntent.Terms> terms(List<OrderIntent> intents) {
        Map<UUID, OrderIntent.Terms> terms = new HashMap<>();
        intents.forEach(intent -> terms.put(intent.id(), intent.terms()));
        return terms;
    }

    @Test
    void aReplayGivesTheSameDecisions() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 2, 2)) {
            Map<UUID, OrderIntent.Terms> live = live(world, ShardRunner.Rules.real());

            Replayer.Replayed all =
                    new Replay(world.database.real, world.catalog).replay(new ParityWindow(0, 31 * World.MINUTE));

            assertThat(terms(all.intents())).isEqualTo(live).hasSize(3 * 10 * 2 + 4 * 2);
            assertThat(all.evaluations()).isEqualTo(3 * 30 + 13);
            Replayer.Replayed some = new Replay(world.database.real, world.catalog)
                    .replay(new ParityWindow(10 * World.MINUTE, 20 * World.MINUTE));
            assertThat(some.evaluations()).isEqualTo(3 * 10 + 3);
        }
    }

    @Test
    void aBacktestGivesTheSameIntents() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 2, 2)) {
            Map<UUID, OrderIntent.Terms> live = live(world, ShardRunner.Rules.real());
            Setup setup = new Setup("chain", Parameters.NONE, World.ACCOUNT, List.of(BTC));

            List<OrderIntent> again =
                    new Backtest(world.catalog, 3).run(2, setup, world.recorded).intents();

            assertThat(live.keySet())
                    .containsAll(again.stream().map(OrderIntent::id).collect(Collectors.toSet()));
            assertThat(again).hasSize(20);
        }
    }

    @Test
    void plantedIdsThatAreRandomAreNotThoseOfTheReplay() throws Exception {
        long[] next = {0};
        Stamp planted = (source, decision, fence) -> Stamp.DERIVED.stamp(source, decision, fence).stream()
                .map(intent -> new OrderIntent(
                        new OrderIntent.Cause(
                                intent.cause().strategyId(),
                                new UUID(1, next[0]++),
                                intent.cause().ordinal()),
                        intent.account(),
                        intent.symbol(),
                        intent.terms(),
                        intent.fence()))
                .toList();
        try (World world = new World(Engine.SQLITE, dir, 2, 2)) {
            Map<UUID, OrderIntent.Terms> live = live(world, new ShardRunner.Rules(new Guard.Rows(), planted, true));

            Replayer.Replayed replayed =
                    new Replay(world.database.real, world.catalog).replay(new ParityWindow(0, 31 * World.MINUTE));

            assertThat(terms(replayed.intents()).keySet()).doesNotContainAnyElementsOf(live.keySet());
        }
    }
}
