package daybook.strategies.gateway;

import static daybook.strategies.gateway.GatewayWorld.intent;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.strategies.OrderIntent;
import daybook.strategies.gateway.GatewayWorld.Killed;
import daybook.strategies.gateway.GatewayWorld.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gateway dies at its first step, at its second, and so on to the last one, each time with new orders: some that are answered, some
 * whose answers are lost, some that never arrive. Each change of an order has its message, and each order is one.
 */
class GatewayCrashSweepTest {
    private static final String[] SYMBOLS = {"INFY", "TCS", "HDFC"};

    @TempDir
    Path dir;

    private int left;

    @Test
    void whereverItDiesEachChangeIsSaidAndEachOrderIsOne() {
        try (GatewayWorld world = new GatewayWorld(Engine.SQLITE, dir, 3)) {
            world.grant(0, 1);
            world.venue.faultsPerMille = 300;
            List<OrderIntent> all = new ArrayList<>();
            int kills = 0;
            boolean died = true;
            while (died) {
                for (String symbol : SYMBOLS) {
                    OrderIntent next = intent(all.size(), kills % 4, symbol);
                    all.add(next);
                    world.decided(next);
                }
                left = kills + 1;
                died = dies(world);
                kills += died ? 1 : 0;
                try (Running again = world.process("a")) {
                    again.runFor(Duration.ofSeconds(45));
                }
                world.messagesAreTheChanges();
            }

            System.out.println(kills + " kills, " + all.size() + " orders, " + world.statuses());
            assertThat(kills).isGreaterThan(15);
            assertThat(world.venue.entered().values()).containsOnly(1);
            assertThat(world.statuses().keySet()).allMatch(status -> status.isFinal());
        }
    }

    private boolean dies(GatewayWorld world) {
        Running process = world.process("a", stage -> {
            if (--left == 0) {
                throw new Killed();
            }
        });
        try {
            process.runFor(Duration.ofSeconds(45));
            process.close();
            return false;
        } catch (Killed dead) {
            process.kill();
            return true;
        }
    }
}
