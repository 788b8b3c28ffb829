package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.log.LogRecord;
import daybook.posttrade.Filter;
import daybook.posttrade.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: the tables depend on which fills there are, and on nothing else. Method: seeded trades, one fault at a time. */
@ParameterizedClass
@EnumSource
class LedgerTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private World world;

    LedgerTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new World(engine, dir);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void threeThousandTradesOfEightAccountsAgreeToThePaisa(long seed) {
        List<Fill> fills = RandomTrades.fills(seed, 3_000, 8, 4);
        fills.forEach(world::publish);

        world.runLedger();

        LedgerScenarios.assertPositions(world, fills);
        Conservation sums = world.ledgerReader().conservation();
        assertThat(sums.zeroSum() && sums.cash()).isTrue();
        assertThat(sums.halfTrades()).isEmpty();
    }

    @Test
    void deliveringEverythingAgainShuffledChangesNoTable() {
        List<Fill> fills = RandomTrades.fills(3, 3_000, 8, 4);
        fills.forEach(world::publish);
        world.runLedger();
        List<String> before = world.ledgerTables();

        Collections.shuffle(fills, new Random(3));
        fills.forEach(world::publish);
        world.runLedger();

        assertThat(world.ledgerTables()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void theFirstDeliveryInAnyOrderGivesTheSameTables(long seed, @TempDir Path other) {
        // Each late fill is folded in again from its place on: a server is asked more often than a file.
        boolean few = engine == Engine.POSTGRESQL && !Boolean.getBoolean("daybook.long");
        List<Fill> fills = RandomTrades.fills(seed, few ? 800 : 3_000, 8, 4);
        fills.forEach(world::publish);
        world.runLedger();
        World shuffled = new World(engine, other);

        Collections.shuffle(fills, new Random(seed));
        fills.forEach(shuffled::publish);
        shuffled.runLedger();

        assertThat(shuffled.ledgerTables()).isEqualTo(world.ledgerTables());
    }

    @Test
    void aFillIsNotCountedTwiceWhateverItsOffsets() {
        LedgerScenarios.redelivery(world, new Books(), 7);
    }

    @Test
    void aFillThatComesBehindLaterOnesIsNotLost() {
        LedgerScenarios.aFillThatComesLate(world, new Books(), 7);
    }

    @Test
    void aFillAtTwoOffsetsCountsOnce() {
        LedgerScenarios.oneFillAtTwoOffsets(world, new Books(), 7);
    }

    /** P15: the process dies before or after any commit, the broker's committed offset being anything; the end is the same. */
    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "3, false", "3, true", "5, false", "5, true"})
    void dyingAtAnyCommitGivesTheSameTables(int commit, boolean after, @TempDir Path other) {
        List<Fill> fills = RandomTrades.fills(8, 400, 8, 4);
        World undisturbed = new World(engine, other);
        fills.forEach(undisturbed::publish);
        undisturbed.runLedger();
        fills.forEach(world::publish);

        Database dying = HarmedDatabase.dying(world.ledgerDb, commit, after);
        Ledger first = new Ledger(world.ports(dying), World.FILLS, World.BATCH);
        assertThat(catchThrowable(() -> World.drain(first::pump))).isInstanceOf(Crash.class);
        world.runLedger();

        assertThat(world.ledgerTables()).isEqualTo(undisturbed.ledgerTables());
    }

    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "4, false", "4, true"})
    void aCrashNeitherLosesNorDoublesAFill(int commit, boolean after) {
        LedgerScenarios.aCrash(world, DeliveryMode.IDEMPOTENT, Books::new, commit, after);
    }

    /** K2: down for a while, it misses nothing; a second reader of its own reads everything from the start. */
    @Test
    void aLedgerThatWasDownCatchesUp() {
        List<Fill> fills = RandomTrades.fills(9, 1_000, 8, 4);
        fills.subList(0, 500).forEach(world::publish);
        world.runLedger();
        fills.subList(500, 2_000).forEach(world::publish);

        world.runLedger();

        LedgerScenarios.assertPositions(world, fills);
        assertThat(world.ledgerReader().counts().fills()).isEqualTo(2_000);
    }

    /** K11: the two sides of a trade lie in different partitions; in between the ledger names what is missing. */
    @Test
    void whileRunningTheSumsAreExactOnceHalfAppliedTradesAreLeftOut() {
        RandomTrades.fills(10, 1_000, 8, 4).forEach(world::publish);
        int rounds = 0;
        int half = 0;
        try (Ledger ledger = world.ledger()) {
            for (int idle = 0; idle < 5; idle = ledger.pump() == 0 ? idle + 1 : 0) {
                Conservation sums = world.ledgerReader().conservation();
                assertThat(sums.zeroSum() && sums.cash()).as("round " + rounds).isTrue();
                half += sums.halfTrades().size();
                rounds++;
            }
        }
        assertThat(half).as("trades seen with one side applied").isPositive();
        assertThat(world.ledgerReader().conservation().halfTrades()).isEmpty();
    }

    @Test
    void profitBeforeChargesAddsUpToNothingAtAnyMark() {
        RandomTrades.fills(11, 1_000, 8, 4).forEach(world::publish);

        world.runLedger();

        assertThat(world.ledgerReader().profits(Filter.ALL).stream()
                        .map(profit -> profit.realised().add(profit.unrealised()))
                        .reduce(java.math.BigDecimal.ZERO, java.math.BigDecimal::add))
                .isEqualByComparingTo("0");
    }

    @Test
    void aHalfAppliedTradeIsNamed() {
        world.publish(World.fill(5, "a", Side.BUY, 3, 100));

        world.runLedger();

        Conservation sums = world.ledgerReader().conservation();
        assertThat(sums.halfTrades()).containsExactly(new Conservation.HalfTrade(5, "a", "ABC", Side.BUY));
        assertThat(sums.zeroSum() && sums.cash()).isTrue();
    }

    @Test
    void anUnreadableFillMakesItsAccountPendingUntilItIsReplayed() throws SQLException {
        world.publish(World.fill(1, "a", Side.BUY, 3, 100));
        world.publish(World.fill(1, "b", Side.SELL, 3, 100));
        world.log.append(World.FILLS, World.record("a", "{".getBytes(StandardCharsets.UTF_8)));
        world.publish(World.fill(2, "a", Side.BUY, 3, 100));

        world.runLedger();

        List<PositionView> positions = world.ledgerReader().positions(Filter.ALL);
        assertThat(positions).extracting(PositionView::pending).containsExactly(true, false);
        assertThat(positions.get(0).fills()).as("what came behind it").isEqualTo(2);
    }

    /** PostgreSQL could not store it, and a refusal of the database would be tried for ever. */
    @Test
    void aNameThatNoDatabaseHoldsIsParkedAndTheRestGoesOn() {
        world.publish(World.fill(1, "acct-\0", Side.BUY, 3, 100));
        world.publish(World.fill(2, "acct-1", Side.BUY, 3, 100));

        world.runLedger();

        assertThat(World.rows(world.ledgerDb, "SELECT account FROM position")).containsExactly("acct-1");
        assertThat(World.rows(world.ledgerDb, "SELECT error FROM dead_letter"))
                .containsExactly("text: holds U+0000 (expected: text without it)");
    }

    /** The record's key is its account: one that lies is not applied to somebody else's partition order. */
    @Test
    void aFillUnderAWrongKeyIsParked() {
        LogRecord record = World.record("b", daybook.events.EventJson.toBytes(World.fill(1, "a", Side.BUY, 3, 100)));
        world.log.append(World.FILLS, record);

        world.runLedger();

        assertThat(world.ledgerReader().positions(Filter.ALL)).isEmpty();
        assertThat(World.rows(world.ledgerDb, "SELECT error FROM dead_letter"))
                .containsExactly("key: b (expected: the account, a)");
    }

    @Test
    void theSameFillUnderAnotherAccountIsParked() {
        world.publish(World.fill(1, "a", Side.BUY, 3, 100));
        world.publish(World.fill(1, "b", Side.BUY, 3, 100));

        world.runLedger();

        assertThat(world.ledgerReader().counts().fills()).isEqualTo(1);
        assertThat(World.rows(world.ledgerDb, "SELECT error FROM dead_letter"))
                .containsExactly("fill: f-1-B is stored for another account or symbol");
    }

    @Test
    void busyAccountsAndFlipsStayExactUnderEveryOrder() {
        List<Fill> fills = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            fills.add(World.fill(i, "a", i % 3 == 0 ? Side.SELL : Side.BUY, 1 + i % 7, 100 + i));
        }
        for (long seed = 0; seed < 5; seed++) {
            Collections.shuffle(fills, new Random(seed));
            fills.forEach(world::publish);
        }

        world.runLedger();

        LedgerScenarios.assertPositions(world, fills);
    }
}
