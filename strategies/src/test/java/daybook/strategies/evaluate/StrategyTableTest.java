package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.PublicationPolicy;
import daybook.events.Timeframe;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyKind.Wakes;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Move;
import daybook.strategies.subscriptions.Eligibility;
import daybook.strategies.subscriptions.StrategyRow;
import daybook.strategies.subscriptions.StrategyRow.Status;
import daybook.strategies.subscriptions.Subscriptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which strategies there are, what they listen to, and where their shards are. */
class StrategyTableTest {
    private static final SeriesKey OKX = new SeriesKey("okx", "crypto", "spot", "btcusdt", Timeframe.MINUTE);

    @TempDir
    Path dir;

    private static List<Long> due(World world, SeriesKey series, long token) throws Exception {
        List<Long> due = new Subscriptions()
                .of(world.transaction(), bar(series, token)).stream()
                        .map(Subscriptions.Due::strategyId)
                        .toList();
        world.commit();
        return due;
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aStrategyListensFromTheNextBarUntilTheLastOneBeforeItIsStopped(Engine engine) throws Exception {
        try (World world = new World(engine, dir, 8, 4)) {
            world.close(bar(BTC, 1));
            world.strategy(1, "chain", "", BTC);
            world.close(bar(BTC, 2));
            world.close(bar(BTC, 3));
            world.strategies.stop(world.transaction(), 1);
            world.commit();
            world.close(bar(BTC, 4));
            world.strategies.start(world.transaction(), 1);
            world.commit();
            world.close(bar(BTC, 5));

            List<Long> heard = new ArrayList<>();
            for (long token = 1; token <= 5; token++) {
                if (!due(world, BTC, token).isEmpty()) {
                    heard.add(token);
                }
            }
            assertThat(heard).containsExactly(2L, 3L, 5L);
            assertThat(due(world, OKX, 5)).isEmpty();
        }
    }

    @Test
    void stoppedAndStartedBetweenTwoBarsItMissesNothing() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 8, 4)) {
            world.strategy(1, "chain", "", BTC, OKX);
            world.strategies.stop(world.transaction(), 1);
            world.strategies.start(world.transaction(), 1);
            world.commit();
            world.close(bar(BTC, 1));

            assertThat(due(world, BTC, 1)).containsExactly(1L);
            assertThat(due(world, OKX, 1)).containsExactly(1L);
            assertThat(world.strategies.list(world.transaction()))
                    .extracting(StrategyRow::status)
                    .containsExactly(Status.RUNNING);
            world.commit();
        }
    }

    @Test
    void theLookupUsesTheIndexBySeries() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 8, 4)) {
            List<String> plan = world.texts("EXPLAIN QUERY PLAN SELECT strategy_id, shard FROM subscription"
                    + " WHERE series = 'a' AND active_from_us < 1"
                    + " AND (active_until_us IS NULL OR 1 <= active_until_us) ORDER BY strategy_id");

            assertThat(plan.toString())
                    .contains("SEARCH subscription USING PRIMARY KEY (series=?")
                    .doesNotContain("SCAN");
        }
    }

    @Test
    void idsAreGivenOnceAndWhatCannotBeSetUpIsRefused() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 8, 4)) {
            StrategyRow.Setup setup = new StrategyRow.Setup("chain", Parameters.NONE, World.ACCOUNT, List.of(BTC));
            assertThat(world.strategies.add(world.transaction(), setup).id()).isEqualTo(1);
            assertThat(world.strategies.add(world.transaction(), setup).id()).isEqualTo(2);
            world.commit();
            assertThatThrownBy(() -> world.strategies.add(
                            world.transaction(),
                            new StrategyRow.Setup("hodl", Parameters.NONE, World.ACCOUNT, List.of(BTC))))
                    .hasMessageStartingWith("kind: hodl (expected: one of");
            assertThatThrownBy(() -> world.strategies.start(world.transaction(), 9))
                    .hasMessage("strategy: 9 (expected: one that exists)");
        }
    }

    @Test
    void onlyOrdinaryBarsWithinTheDayMayComeFromTheLog() {
        SeriesKey day = new SeriesKey("xnse", "equity", "cash", "infy", Timeframe.DAY);

        assertThat(Eligibility.of(Wakes.CLOSED_BAR, List.of(BTC, OKX))).isEqualTo(Eligibility.ELIGIBLE);
        assertThat(Eligibility.of(Wakes.CLOSED_BAR, List.of(BTC, day))).isEqualTo(Eligibility.STAYS_LOCAL);
        for (Wakes other : List.of(Wakes.TICK, Wakes.GRID, Wakes.MARTINGALE, Wakes.DAILY_SESSION)) {
            assertThat(Eligibility.of(other, List.of(BTC))).isEqualTo(Eligibility.STAYS_LOCAL);
        }
    }

    @Test
    void oneMoveAtATimeAndTheOutboxUntilEverythingIsBack() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 128, 12)) {
            assertThat(policy(world)).isEqualTo(PublicationPolicy.MIRROR);
            assertThat(world.percent(0)).isEqualTo(new Move.AlreadyThere(0));

            Move first = world.percent(25);

            assertThat(first)
                    .isInstanceOfSatisfying(
                            Move.Started.class,
                            started -> assertThat(started.shards())
                                    .hasSize(32)
                                    .startsWith(0, 1)
                                    .endsWith(31));
            assertThat(policy(world)).isEqualTo(PublicationPolicy.OUTBOX);
            assertThat(world.percent(0)).isInstanceOf(Move.Draining.class);
            LocalScheduler local = world.local("a");
            Evaluator evaluator = world.evaluator("b");
            drain(world, local, evaluator);
            assertThat(world.percent(0)).isInstanceOf(Move.Started.class);
            assertThat(policy(world)).isEqualTo(PublicationPolicy.OUTBOX);
            drain(world, local, evaluator);
            assertThat(policy(world)).isEqualTo(PublicationPolicy.MIRROR);
            local.close();
            evaluator.close();
        }
    }

    private static void drain(World world, LocalScheduler local, Evaluator evaluator) throws Exception {
        for (int i = 0; i < 20; i++) {
            local.pump();
            evaluator.pump();
            world.pass(Duration.ofMillis(300));
        }
    }

    private static PublicationPolicy policy(World world) throws Exception {
        PublicationPolicy policy = world.cutover.policy(world.transaction());
        world.commit();
        return policy;
    }

    @Test
    void theNumberOfShardsNeverChanges() throws Exception {
        try (World world = new World(Engine.SQLITE, dir, 8, 4)) {
            assertThatThrownBy(() -> new Cutover(new Shards(16), world.time).prepare(world.transaction()))
                    .hasMessage("STRATEGY_SHARD_COUNT: 16 (expected: 8, with which the database was made)");
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void thePageShowsWhoHasWhatAndHowFarItIs(Engine engine) throws Exception {
        try (World world = new World(engine, dir, 2, 2)) {
            world.strategies("chain", 1, 2, BTC);
            LocalScheduler local = world.local("a");
            local.pump();
            world.close(bar(BTC, 3));
            assertThat(StrategyViews.lag(world.transaction()).evaluations()).isEqualTo(2);
            world.commit();
            local.pump();
            world.close(bar(BTC, 4));

            List<StrategyViews.ShardView> shards;
            List<StrategyViews.StrategyView> strategies;
            try (var reader = world.ports("reader", new HarmedDatabase.Harm() {})
                    .database()
                    .openWriter()) {
                shards = StrategyViews.shards(reader);
                strategies = StrategyViews.strategies(reader, 0, 10);
            }

            assertThat(shards)
                    .extracting(
                            shard -> shard.shard() + " " + shard.path() + " " + shard.owner() + " " + shard.running())
                    .containsExactly(
                            "0 local a/local-scheduler 1",
                            "1 local a/local-scheduler 1",
                            "2 local a/local-scheduler 0");
            assertThat(strategies)
                    .extracting(view -> view.id() + " " + view.status() + " "
                            + view.lastToken().orElse(-1) + " " + view.intents())
                    .containsExactly("1 running 3 2", "2 running 3 2");
            local.close();
        }
    }
}
