package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.BatchHandler;
import daybook.delivery.Consumer;
import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import daybook.events.Fill;
import daybook.posttrade.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * What must hold whatever the log does, as scenarios for anything that keeps positions: {@link Books} passes them, the planted ones must
 * not.
 */
final class LedgerScenarios {
    static final int TRADES = 300;
    private static final String POSITIONS =
            "SELECT account, symbol, quantity, cost, realised, cash, charges FROM position ORDER BY account, symbol";

    private LedgerScenarios() {}

    /** Every fill twice, the second time in another order. */
    static void redelivery(World world, BatchHandler books, long seed) {
        List<Fill> fills = RandomTrades.fills(seed, TRADES, 8, 3);
        fills.forEach(world::publish);
        run(world, DeliveryMode.IDEMPOTENT, books);
        List<Fill> again = new ArrayList<>(fills);
        Collections.shuffle(again, new Random(seed));
        again.forEach(world::publish);
        run(world, DeliveryMode.IDEMPOTENT, books);
        assertPositions(world, fills);
    }

    /**
     * After a failed send the later fills of an account are on the topic first; the earlier one comes behind them. Skipping
     * what is below the last id seen would lose it.
     */
    static void aFillThatComesLate(World world, BatchHandler books, long seed) {
        List<Fill> fills = RandomTrades.fills(seed, TRADES, 8, 3);
        List<Fill> late = List.of(fills.get(100), fills.get(101));
        fills.stream().filter(fill -> !late.contains(fill)).forEach(world::publish);
        late.forEach(world::publish);
        run(world, DeliveryMode.IDEMPOTENT, books);
        assertPositions(world, fills);
    }

    /** One fill at two offsets, both new to the reader. */
    static void oneFillAtTwoOffsets(World world, BatchHandler books, long seed) {
        List<Fill> fills = RandomTrades.fills(seed, TRADES, 8, 3);
        for (Fill fill : fills) {
            world.publish(fill);
            if (fill.tradeId() % 50 == 0) {
                world.publish(fill);
            }
        }
        run(world, DeliveryMode.IDEMPOTENT, books);
        assertPositions(world, fills);
    }

    /** The process dies at a commit, before or after it takes effect, and starts again. */
    static void aCrash(World world, DeliveryMode mode, Supplier<BatchHandler> books, int commit, boolean after) {
        List<Fill> fills = RandomTrades.fills(8, TRADES, 8, 3);
        fills.forEach(world::publish);
        Database dying = HarmedDatabase.dying(world.ledgerDb, commit, after);
        assertThat(catchThrowable(() -> run(world, dying, mode, books.get()))).isInstanceOf(HarmedDatabase.Crash.class);
        run(world, mode, books.get());
        assertPositions(world, fills);
    }

    static void run(World world, DeliveryMode mode, BatchHandler books) {
        run(world, world.ledgerDb, mode, books);
    }

    private static void run(World world, Database database, DeliveryMode mode, BatchHandler books) {
        Migrations.migrate(database, Ledger.SCRIPTS);
        try (Writer writer = new Writer(database);
                Consumer consumer =
                        new Consumer(Ledger.options(World.FILLS, World.BATCH, mode), world.alone(writer), books)) {
            World.drain(consumer::pump);
            assertThat(consumer.status().reasons()).isEmpty();
        }
    }

    static void assertPositions(World world, List<Fill> fills) {
        assertThat(World.rows(world.ledgerDb, POSITIONS)).isEqualTo(NaiveLedger.positions(fills));
    }
}
