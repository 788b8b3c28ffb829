package daybook.strategies.gateway;

import static daybook.strategies.gateway.GatewayWorld.intent;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.DatabaseReader;
import daybook.delivery.Engine;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.Shards;
import daybook.strategies.gateway.GatewayWorld.Killed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every intent is one order, whatever the venue does and whenever the gateway dies. Random faults by a seed: a tenth of the submissions
 * go wrong in every way that a {@link FaultyVenue} has, a twentieth of the questions are not answered, the venue is away for five
 * minutes, evaluators are deposed, and the gateway is killed at random steps and comes again, now under its name, now under another
 * whose predecessor's leases have ended. In the end the venue's journal is compared with the table and with the topic.
 */
class GatewayChaosTest {
    private static final int ACCOUNTS = 8;
    private static final String[] SYMBOLS = {"INFY", "TCS", "HDFC", "RELIANCE"};
    private static final int SHARDS = 16;
    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    @TempDir
    Path dir;

    @Test
    void everyIntentIsOneOrderOnSqlite() {
        everyIntentIsOneOrder(Engine.SQLITE, 10_000, 20_261_130);
    }

    @Test
    void everyIntentIsOneOrderOnPostgres() {
        everyIntentIsOneOrder(Engine.POSTGRESQL, LONG ? 10_000 : 60, 5);
    }

    @Test
    void everyIntentIsOneOrderOverSeeds() {
        for (int seed = 1; seed <= (LONG ? 200 : 1); seed++) {
            everyIntentIsOneOrder(Engine.SQLITE, 200, seed);
        }
    }

    private void everyIntentIsOneOrder(Engine engine, int count, long seed) {
        String run = engine + ", " + count + " intents, seed " + seed;
        System.out.println(run);
        SplittableRandom random = new SplittableRandom(seed);
        try (GatewayWorld world = new GatewayWorld(engine, dir, seed)) {
            Run chaos = new Run(world, random, count);
            chaos.work();
            chaos.journalTableAndTopicAgree(run);
        }
    }

    /** One history. */
    private static final class Run {
        private final GatewayWorld world;
        private final SplittableRandom random;
        private final int count;
        private final List<OrderIntent> decided = new ArrayList<>();
        private final long[] tokens = new long[SHARDS];
        private int kills;
        private int untilKill;

        Run(GatewayWorld world, SplittableRandom random, int count) {
            this.world = world;
            this.random = random;
            this.count = count;
            world.venue.faultsPerMille = 100;
            world.venue.silencesPerMille = 50;
            for (int shard = 0; shard < SHARDS; shard++) {
                depose(shard);
            }
        }

        private void depose(int shard) {
            tokens[shard]++;
            world.grant(shard, tokens[shard]);
        }

        private void decide(int some) {
            for (int i = 0; i < some && decided.size() < count; i++) {
                int shard = random.nextInt(SHARDS);
                OrderIntent intent = intent(
                        decided.size(),
                        random.nextInt(ACCOUNTS),
                        SYMBOLS[random.nextInt(SYMBOLS.length)],
                        random.nextInt(20) == 0 ? Fence.MANUAL : new Fence(Shards.lease(shard), tokens[shard]));
                decided.add(intent);
                world.decided(intent);
                if (random.nextInt(50) == 0) {
                    world.decided(decided.get(random.nextInt(decided.size())));
                }
            }
        }

        private GatewayWorld.Running born() {
            untilKill = kills < 25 ? 1 + random.nextInt(Math.max(200, count / 5)) : Integer.MAX_VALUE;
            String owner = "gateway-" + random.nextInt(2);
            world.leasesEnd();
            return world.process(owner, stage -> {
                if (--untilKill == 0) {
                    kills++;
                    throw new Killed();
                }
            });
        }

        void work() {
            GatewayWorld.Running process = born();
            int idle = 0;
            for (int turn = 0; decided.size() < count || !(turn % 20 == 0 && world.isOver()); turn++) {
                assertThat(turn).as("turns").isLessThan(1_000_000);
                if (turn % 4 == 0) {
                    decide(count / 50);
                }
                if (turn % 50 == 25 && decided.size() < count) {
                    depose(random.nextInt(SHARDS));
                }
                if (turn == 150) {
                    world.venue.isDownFor(Duration.ofMinutes(5));
                }
                try {
                    idle = process.gateway.pump() == 0 ? Math.min(idle + 1, 10) : 0;
                    world.time.pass(Duration.ofMillis(100L * idle));
                } catch (Killed dead) {
                    process.kill();
                    process = born();
                }
            }
            process.close();
        }

        void journalTableAndTopicAgree(String run) {
            Map<String, Integer> entered = world.venue.entered();
            assertThat(decided).hasSize(count);
            assertThat(entered.values()).as("entered once, " + run).containsOnly(1);
            Map<Status, Integer> statuses = new HashMap<>();
            Set<String> accepted = new HashSet<>();
            new DatabaseReader(world.database).read(connection -> {
                OrderTable table = new OrderTable();
                for (OrderIntent intent : decided) {
                    OrderState state = table.find(connection, intent.clientOrderId())
                            .orElseThrow()
                            .state();
                    statuses.merge(state.status(), 1, Integer::sum);
                    if (!state.venueOrderId().isEmpty()) {
                        accepted.add(intent.clientOrderId());
                    }
                    boolean stale = state.reason().equals(OrderUpdate.STALE_FENCING_TOKEN);
                    assertThat(stale && entered.containsKey(intent.clientOrderId()))
                            .as("a stale one was sent, " + run)
                            .isFalse();
                }
                return statuses;
            });
            System.out.println(run + ": " + kills + " kills, " + statuses + ", " + world.venue.submissions
                    + " submissions, " + world.venue.questions + " questions");
            assertThat(accepted).as(run).isEqualTo(entered.keySet());
            assertThat(statuses.keySet()).as(run).allMatch(Status::isFinal);
            world.messagesAreTheChanges();
        }
    }
}
