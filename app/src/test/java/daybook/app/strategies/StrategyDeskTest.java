package daybook.app.strategies;

import static daybook.app.strategies.World.INFY;
import static daybook.app.strategies.World.TCS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.Json;
import daybook.delivery.Engine;
import daybook.strategies.ClosedBar;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.cutover.Move;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people see of strategies and do to them. */
class StrategyDeskTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aStrategyIsAddedStoppedAndListensFromTheNextBarOnWhenItIsStarted(Engine engine) {
        try (World world = new World(engine, directory)) {
            world.bar(INFY, 1);
            Map<String, Object> added = world.addMomentum("INFY:1m");
            assertThat(added)
                    .containsEntry("id", 1L)
                    .containsEntry("kind", "momentum")
                    .containsEntry("parameters", Map.of("fast", 3L))
                    .containsEntry("account", "account:daybook:alice:spot")
                    .containsEntry("series", List.of("bar:daybook:cash:spot:infy:1m"))
                    .containsEntry("status", "stopped")
                    .containsEntry("path", "local")
                    .containsEntry("lastBar", Json.Null.NULL);

            assertThat(world.desk.start(1)).containsEntry("status", "running").containsEntry("lag", 0L);
            ClosedBar second = world.bar(INFY, 2);
            world.bar(INFY, 3);
            world.bar(TCS, 3);
            assertThat(world.desk.show(1)).containsEntry("lag", 2L);
            assertThat(lagOfAllShards(world)).isEqualTo(2).isEqualTo(world.owed());

            world.evaluated(1, second);
            world.intends(1, second);
            assertThat(world.desk.show(1))
                    .containsEntry("lag", 1L)
                    .containsEntry("evaluations", 1L)
                    .containsEntry("intents", 1L)
                    .containsEntry(
                            "lastBar", Json.fields("series", INFY.text(), "token", 2L, "end", "1970-01-01T00:03:00Z"));

            world.desk.stop(1);
            world.bar(INFY, 4);
            assertThat(world.desk.show(1)).containsEntry("status", "stopped").containsEntry("lag", 1L);
            assertThat(lagOfAllShards(world)).isEqualTo(1).isEqualTo(world.owed());
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void itsIntentsShowWhatBecameOfThem(Engine engine) {
        try (World world = new World(engine, directory)) {
            world.addMomentum("INFY:1m");
            world.desk.start(1);
            ClosedBar first = world.bar(INFY, 1);
            world.evaluated(1, first);
            OrderIntent taken = world.intends(1, first);
            world.order(taken, "PARTIALLY_FILLED", 3);
            ClosedBar second = world.bar(INFY, 2);
            world.evaluated(1, second);
            OrderIntent waiting = world.intends(1, second);
            OrderIntent byHand = World.intent(0, new UUID(1, 2));
            world.order(byHand, "UNKNOWN", 0);

            List<Map<String, Object>> all = world.desk.intents("", 0, 10);
            assertThat(all)
                    .extracting(row -> row.get("intentId"))
                    .containsExactly(waiting.id(), taken.id(), byHand.id());
            assertThat(all.get(0))
                    .containsEntry("status", StrategyDesk.WAITING)
                    .containsEntry("barToken", 2L)
                    .containsEntry("price", "1500.05")
                    .containsEntry("quantity", "7")
                    .containsEntry("ageMs", 5_000L);
            assertThat(all.get(1))
                    .containsEntry("status", "PARTIALLY_FILLED")
                    .containsEntry("filledQuantity", "3")
                    .containsEntry("venueOrderId", "v-9")
                    .containsEntry("reason", "because")
                    .containsEntry("series", INFY.text())
                    .containsEntry("ageMs", 3_000L);
            world.desk.cancel(taken.id(), "somebody");
            world.desk.cancel(taken.id(), "somebody again");
            assertThatThrownBy(() -> world.desk.cancel(waiting.id(), "somebody"))
                    .hasMessageContaining("has taken");
            assertThat(world.desk.intents("WAITING", 0, 10)).hasSize(1);
            assertThat(world.desk.intents("UNKNOWN", 0, 10)).hasSize(1);
            assertThatThrownBy(() -> world.desk.settle(taken.id(), Status.FILLED, "7", "somebody"))
                    .hasMessageContaining("is not UNKNOWN");
            assertThatThrownBy(() -> world.desk.settle(byHand.id(), Status.FILLED, "6", "somebody"))
                    .hasMessageContaining("filledQuantity: 6");
            assertThatThrownBy(() -> world.desk.settle(byHand.id(), Status.FILLED, "6.5", "somebody"))
                    .hasMessageContaining("the order's scale");
            world.desk.settle(byHand.id(), Status.CANCELLED, "2", "somebody");
            assertThat(world.desk.intents("CANCELLED", 0, 10).get(0))
                    .containsEntry("filledQuantity", "2")
                    .containsEntry("reason", "settled by somebody");
            assertThat(world.desk.intents("UNKNOWN", 0, 10)).isEmpty();
            assertThat(world.desk.intents("PARTIALLY_FILLED", 1, 10)).hasSize(1);
            assertThat(world.desk.intents("PARTIALLY_FILLED", 2, 10)).isEmpty();
            assertThat(world.desk.intents("", 1, 1)).hasSize(1);
            assertThat(Json.array(world.desk.show(1).getOrDefault("recentIntents", "")))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aMoveShowsWhichShardsDrainAndRefusesTheNextUntilTheyHave(Engine engine) throws SQLException {
        try (World world = new World(engine, directory)) {
            world.addMomentum("INFY:1m");
            world.desk.start(1);
            world.bar(INFY, 1);
            world.lease(1, "venue-7");

            assertThat(world.desk.move(25)).isInstanceOf(Move.Started.class);
            assertThat(shard(world, 1))
                    .containsEntry("path", "log")
                    .containsEntry("previous", "local")
                    .containsEntry("drained", false)
                    .containsEntry("owner", "venue-7")
                    .containsEntry("token", 1L)
                    .containsEntry("strategies", 1L)
                    .containsEntry("lag", 1L)
                    .containsEntry("boundary", "1970-01-01T00:02:00Z");
            assertThat(world.desk.show(1)).containsEntry("path", "local"); // until it is drained
            assertThat(shard(world, 31)).containsEntry("path", "log").containsEntry("owner", "");
            assertThat(shard(world, 32)).containsEntry("path", "local").containsEntry("drained", true);
            assertThat(shard(world, 128)).containsEntry("fixed", true).containsEntry("path", "local");
            assertThat(Json.array(world.desk.cutover().getOrDefault("draining", "")))
                    .hasSize(32);

            assertThat(world.desk.move(50)).isInstanceOf(Move.Draining.class);
            world.drained();
            assertThat(world.desk.show(1)).containsEntry("path", "log");
            assertThat(world.desk.move(0)).isInstanceOf(Move.Started.class);
        }
    }

    @Test
    void manyAreShownAPageAtATime() {
        try (World world = new World(Engine.SQLITE, directory)) {
            for (int i = 0; i < 5; i++) {
                world.addMomentum("INFY:1m");
            }
            world.desk.start(3);

            Map<String, Object> page = world.desk.list(1, 2, StrategyDesk.Filter.ALL);
            assertThat(ids(page)).containsExactly(2L, 3L);
            assertThat(page)
                    .containsEntry("next", 3L)
                    .containsEntry("shards", 128)
                    .containsEntry("totals", Map.of("failed", 0L, "running", 1L, "stopped", 4L));
            assertThat(Json.write(page.getOrDefault("kinds", "")))
                    .contains("{\"name\":\"slow\",\"default\":20,\"description\":\"2..200, above fast\"}");
            assertThat(world.desk.list(3, 2, StrategyDesk.Filter.ALL)).containsEntry("next", Json.Null.NULL);
            assertThat(ids(world.desk.list(0, 9, new StrategyDesk.Filter("running", -1))))
                    .containsExactly(3L);
            assertThat(ids(world.desk.list(0, 9, new StrategyDesk.Filter("", 4))))
                    .containsExactly(4L);
        }
    }

    @Test
    void whatCannotBeSetUpIsRefusedAndLeavesNothing() {
        try (World world = new World(Engine.SQLITE, directory)) {
            refused(world, "momentun", Map.of(), "alice", "INFY:1m", "did you mean momentum?");
            refused(world, "momentum", Map.of("fast", 0L), "alice", "INFY:1m", "fast: 0 (expected: 1..100)");
            refused(world, "momentum", Map.of("quick", 1L), "alice", "INFY:1m", "quick: unknown");
            refused(world, "momentum", Map.of(), "alice", "INFY:7m", "timeframe: 7m");
            refused(world, "momentum", Map.of(), "alice", "bar:INFY", "series: bar:INFY");
            refused(world, "momentum", Map.of(), "al ice", "INFY:1m", "account: al ice");
            assertThat(ids(world.desk.list(0, 9, StrategyDesk.Filter.ALL))).isEmpty();
            for (long unknown : new long[] {1, 7}) {
                assertThatThrownBy(() -> world.desk.start(unknown)).hasMessageContaining("strategy: " + unknown);
            }
            assertThat(world.desk.add(new Wanted("grid", Map.of(), "alice", List.of("INFY:1m"))))
                    .as("it may not move: its shard is behind the others")
                    .containsEntry("shard", 128);
        }
    }

    private static void refused(
            World world, String kind, Map<String, Long> parameters, String account, String series, String why) {
        assertThatThrownBy(() -> world.desk.add(new Wanted(kind, parameters, account, List.of(series))))
                .isInstanceOfSatisfying(
                        StrategyRefused.class,
                        refused -> assertThat(refused.kind()).isEqualTo(StrategyRefused.Kind.INVALID))
                .hasMessageContaining(why);
    }

    private static long lagOfAllShards(World world) {
        return Json.array(world.desk.cutover().getOrDefault("shards", "")).stream()
                .mapToLong(each -> Json.object(each).get("lag") instanceof Long lag ? lag : 0)
                .sum();
    }

    private static Map<String, Object> shard(World world, int shard) {
        return Json.object(
                Json.array(world.desk.cutover().getOrDefault("shards", "")).get(shard));
    }

    private static List<Object> ids(Map<String, Object> page) {
        return Json.array(page.getOrDefault("strategies", "")).stream()
                .map(row -> Json.object(row).getOrDefault("id", 0L))
                .toList();
    }
}
