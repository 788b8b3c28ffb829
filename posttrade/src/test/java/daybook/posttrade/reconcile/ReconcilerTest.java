package daybook.posttrade.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ServiceStatus.Light;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.events.Topics;
import daybook.log.Partitioner;
import daybook.log.StoredRecord;
import daybook.posttrade.World;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.RandomTrades;
import daybook.posttrade.ledger.WrongLedger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReconcilerTest {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final List<String> SYMBOLS = List.of("SYM0", "SYM1", "SYM2");
    private static final int TRADES = 600;
    private static final int EVENT_PARTITIONS = Topics.EXCHANGE_EVENTS.partitions();

    @TempDir
    Path dir;

    private World world;
    private MemoryDropCopy exchange;
    private Reconciler reconciler;
    private final List<Fill> fills = RandomTrades.fills(5, TRADES, 8, SYMBOLS.size());

    @BeforeEach
    void open() {
        world = new World(dir);
        exchange = new MemoryDropCopy(SYMBOLS);
        try (Ledger tables = world.ledger()) {
            tables.pump();
        }
        reconciler = new Reconciler(
                new Reconciliation(world.ledgerReader(), exchange, Topics.FILLS.partitions()),
                world.time::nanos,
                EVERY);
    }

    @AfterEach
    void close() {
        reconciler.close();
    }

    @Test
    void aLedgerThatIsRightIsNeverAccusedHoweverFarItIsBehind() {
        exchange.trades(fills);
        fills.forEach(world::publish);
        Random random = new Random(7);
        try (Ledger ledger = world.ledger()) {
            for (int round = 0; round < 60; round++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    ledger.pump();
                }
                check();
                assertThat(reconciler.status().reasons()).isEmpty();
            }
            World.drain(ledger::pump);
        }
        check();

        assertThat(reconciler.status().light()).isEqualTo(Light.GREEN);
        assertThat(reconciler.counters())
                .containsEntry("reconciledTrade", (long) TRADES)
                .containsEntry("differences", 0L);
    }

    /** Capture reads the partitions of the exchange's events one beside the other: the fills of a symbol may be far behind. */
    @Test
    void symbolsThatAreBehindOthersAreNotAccused() {
        exchange.trades(fills);
        int behind = Partitioner.partition(SYMBOLS.get(0).getBytes(StandardCharsets.UTF_8), EVENT_PARTITIONS);
        List<Fill> late =
                fills.stream().filter(fill -> eventPartition(fill) == behind).toList();
        assertThat(late).hasSizeBetween(100, fills.size() - 100);
        fills.stream().filter(fill -> eventPartition(fill) != behind).forEach(world::publish);
        world.runLedger();
        check();
        check();
        assertThat(reconciler.status().reasons()).isEmpty();

        late.forEach(world::publish);
        world.runLedger();
        check();
        check();
        assertThat(reconciler.status().reasons()).isEmpty();
        assertThat(reconciler.counters()).containsEntry("reconciledTrade", (long) TRADES);
    }

    private static int eventPartition(Fill fill) {
        return Partitioner.partition(fill.symbol().getBytes(StandardCharsets.UTF_8), EVENT_PARTITIONS);
    }

    @Test
    void aBatchThatWasCountedTwiceIsNamedAfterTwoChecks() {
        trade(thirdBatch(batch -> {
            List<StoredRecord> twice = new ArrayList<>(batch);
            twice.addAll(batch);
            return twice;
        }));

        check();
        assertThat(reconciler.status().light()).isEqualTo(Light.GREEN);
        check();
        assertThat(reconciler.status().light()).isEqualTo(Light.RED);
        assertThat(reconciler.status().reasons().get(0))
                .matches("acct-\\d SYM\\d: the ledger has .* the exchange's trades make .*");
    }

    @Test
    void aBatchThatWasLostIsNamedAfterTwoChecks() {
        trade(thirdBatch(batch -> List.of()));

        check();
        check();

        assertThat(reconciler.status().light()).isEqualTo(Light.RED);
        assertThat(reconciler.status().reasons().get(0)).startsWith("acct-");
        assertThat(reconciler.counters().get("differences")).isPositive();
    }

    /** After a failed send: the later fills of its account are there first. */
    @Test
    void aFillThatComesLateIsNotAnAlarm() {
        exchange.trades(fills);
        Fill late = fills.get(100);
        fills.stream().filter(fill -> !fill.equals(late)).forEach(world::publish);
        world.runLedger();
        check();
        world.publish(late);
        world.runLedger();
        check();

        assertThat(reconciler.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void aFillThatIsParkedIsPendingAndAmber() {
        exchange.trades(fills);
        for (Fill fill : fills) {
            if (fill.fillId().equals(fills.get(40).fillId())) {
                world.log.append(World.FILLS, World.record(fill.accountId(), new byte[] {'{'}));
            } else {
                world.publish(fill);
            }
        }
        world.runLedger();
        check();
        check();

        assertThat(reconciler.status().light()).isEqualTo(Light.AMBER);
        assertThat(reconciler.status().reasons()).singleElement().asString().endsWith("(pending)");
    }

    @Test
    void aJournalThatCannotBeReadIsSaidAndReadAgain() {
        exchange.trades(fills);
        fills.forEach(world::publish);
        world.runLedger();
        exchange.away(true);
        check();
        assertThat(reconciler.status().reasons())
                .containsExactly("positions are not compared: journal/0.journal: not there");

        exchange.away(false);
        check();
        assertThat(reconciler.status().reasons()).isEmpty();
        assertThat(reconciler.counters()).containsEntry("reconciledTrade", (long) TRADES);
    }

    /** The exchange forgot a trade that the ledger has: nothing is waited for without end. */
    @Test
    void aFillOfNoTradeIsNamed() {
        List<Fill> all = new ArrayList<>(fills);
        all.add(World.fill(TRADES + 1, "acct-1", SYMBOLS.get(0), Side.BUY, 10, 150_000));
        all.add(World.fill(TRADES + 1, "acct-2", SYMBOLS.get(0), Side.SELL, 10, 150_000));
        exchange.trades(fills);
        all.forEach(world::publish);
        world.runLedger();
        check();
        check();

        assertThat(reconciler.status().light()).isEqualTo(Light.RED);
        assertThat(reconciler.status().reasons()).hasSize(2);
    }

    private void trade(UnaryOperator<List<StoredRecord>> harm) {
        exchange.trades(fills);
        fills.forEach(world::publish);
        WrongLedger.run(world, harm);
    }

    private static UnaryOperator<List<StoredRecord>> thirdBatch(UnaryOperator<List<StoredRecord>> harm) {
        AtomicInteger batches = new AtomicInteger();
        return batch -> batches.incrementAndGet() == 3 ? harm.apply(batch) : batch;
    }

    /** Lets one interval pass, and as much time as a check that waits is given. */
    private void check() {
        long before = reconciler.status().done();
        for (int second = 0; second < 10 && reconciler.status().done() == before; second++) {
            world.time.pass(Duration.ofSeconds(1));
            for (int piece = 0; piece < 100 && reconciler.pump() > 0; piece++) {
                assertThat(piece).isLessThan(99);
            }
        }
    }
}
