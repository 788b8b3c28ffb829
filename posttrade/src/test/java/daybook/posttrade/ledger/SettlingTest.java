package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.BatchHandler;
import daybook.delivery.Consumer;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Engine;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.log.StoredRecord;
import daybook.posttrade.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: nobody can tell when positions and half-applied trades were given rows of their own. Method: the same fills, settled
 * always, seldom and never, read after every batch, reopened after every batch, with a fault in between.
 */
@ParameterizedClass
@EnumSource
class SettlingTest {
    private final Engine engine;

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String ENTRIES = "SELECT COUNT(*) FROM position_entry";
    private static final String ALL =
            "SELECT account, symbol, quantity, cost, realised, cash, fills FROM position ORDER BY 1, 2";
    private static final String HALVES = "SELECT fill_order FROM half_trade ORDER BY 1";

    @TempDir
    Path dir;

    private World world;

    SettlingTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new World(engine, dir);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "250, false", "250, true", "2147483647, false", "2147483647, true"})
    void afterEveryBatchTheTablesAreTheFoldOfWhatIsStored(int mostUnsettled, boolean reopen) {
        List<Fill> fills = RandomTrades.fills(21, 1_500, 8, 4);
        fills.forEach(world::publish);

        readAfterEveryBatch(fills, new Books(mostUnsettled), reopen);
    }

    @ParameterizedTest
    @ValueSource(longs = {22, 23})
    void lateFillsAndDuplicatesInBetweenChangeNothingOfThat(long seed) {
        List<Fill> fills = RandomTrades.fills(seed, 1_000, 8, 4);
        List<Fill> sent = new ArrayList<>(fills);
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            int from = random.nextInt(sent.size());
            sent.add(random.nextInt(sent.size()), i % 2 == 0 ? sent.get(from) : sent.remove(from));
        }
        sent.forEach(world::publish);

        readAfterEveryBatch(fills, new Books(700), false);
    }

    @Test
    void aBacklogIsAppendedAndASmallBatchSettlesIt() {
        List<Fill> fills = RandomTrades.fills(24, 1_000, 8, 4);
        fills.forEach(world::publish);
        world.runLedger();
        assertThat(World.rows(world.ledgerDb, ENTRIES)).containsExactly("0");

        world.publish(World.fill(2_000, "acct-1", Side.BUY, 3, 100));
        world.runLedger();

        assertThat(World.rows(world.ledgerDb, ENTRIES)).containsExactly("33");
        assertThat(World.rows(world.ledgerDb, "SELECT COUNT(*) FROM unsettled_position"))
                .containsExactly("0");
    }

    @Test
    void aRecordThatCannotBeReadInTheMidstOfABacklogCostsNothingElse() {
        List<Fill> fills = RandomTrades.fills(25, 1_000, 8, 4);
        for (Fill fill : fills) {
            world.publish(fill);
            if (fill.tradeId() % 300 == 0) {
                world.log.append(World.FILLS, World.record("acct-1", "{".getBytes(StandardCharsets.UTF_8)));
            }
        }

        readAfterEveryBatch(fills, new Books(NEVER), false);
    }

    @Test
    void aCorrectionInTheMidstOfABacklogSettlesIt() throws SQLException {
        List<Fill> fills = RandomTrades.fills(26, 500, 4, 1);
        fills.forEach(world::publish);
        try (Ledger ledger = world.ledger()) {
            World.drain(ledger::pump);
            Fill wrong = fills.get(0);
            ledger.correct(FillCorrection.bust("c1", wrong.accountId(), wrong.symbol(), wrong.tradeId(), wrong.side()));
        }

        assertThat(World.rows(world.ledgerDb, ENTRIES)).containsExactly("4");
        assertThat(World.rows(world.ledgerDb, "SELECT SUM(quantity), SUM(cash) FROM position"))
                .as("what the bust took out of the zero sum")
                .containsExactly(withoutFirst(fills));
    }

    /** Goal: what has not been read from the database yet is not taken for nothing. Halves are open: the last sell is missing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCorrectionThatIsTheFirstThingAfterAStartSettlesAll(boolean late) throws SQLException {
        List<Fill> fills = new ArrayList<>(RandomTrades.fills(28, 500, 4, 2));
        fills.remove(fills.size() - 1);
        fills.forEach(world::publish);
        if (late) {
            fills.add(World.fill(501, "acct-9", "SYM0", Side.BUY, 3, 100));
            fills.add(World.fill(502, "acct-9", "SYM0", Side.BUY, 3, 100));
            world.publish(fills.get(fills.size() - 1));
            world.publish(fills.get(fills.size() - 2));
        }
        world.runLedger();
        List<String> before = World.rows(world.ledgerDb, ALL);
        List<String> halves = World.rows(world.ledgerDb, HALVES);

        Fill wrong = fills.get(0);
        try (Ledger ledger = world.ledger()) {
            ledger.correct(FillCorrection.bust("c1", wrong.accountId(), wrong.symbol(), wrong.tradeId(), wrong.side()));
        }

        assertThat(World.rows(world.ledgerDb, ALL))
                .hasSameSizeAs(before)
                .filteredOn(row -> !row.startsWith(wrong.accountId() + "|" + wrong.symbol()))
                .isSubsetOf(before);
        assertThat(World.rows(world.ledgerDb, HALVES)).isEqualTo(halves).isNotEmpty();
        assertThat(World.rows(world.ledgerDb, "SELECT settled_to FROM ledger_version"))
                .containsExactly(late ? "1005" : "1001");
        assertThat(World.rows(world.ledgerDb, "SELECT COUNT(*) FROM unsettled_position"))
                .containsExactly("0");
    }

    @Test
    void aPauseSettlesWhatABacklogHasLeft() {
        List<Fill> fills = RandomTrades.fills(29, 500, 8, 4);
        fills.forEach(world::publish);
        world.runLedger();

        try (Ledger ledger = world.ledger()) {
            World.drain(ledger::pump);
            assertThat(World.rows(world.ledgerDb, ENTRIES)).containsExactly("0");
            world.time.pass(Duration.ofSeconds(2));
            World.drain(ledger::pump);
        }

        assertThat(World.rows(world.ledgerDb, ENTRIES)).containsExactly("32");
        assertThat(World.rows(world.ledgerDb, "SELECT COUNT(*) FROM unsettled_position"))
                .containsExactly("0");
        LedgerScenarios.assertPositions(world, fills);
    }

    /** Positions without their rows, below the line: as if settling had moved the line and forgotten to write. */
    @Test
    void aLineThatMovesWithoutTheRowsIsCaught() {
        Books books = new Books(NEVER);
        BatchHandler forgetful = new BatchHandler() {
            @Override
            public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
                books.apply(connection, records);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("UPDATE ledger_version SET settled_to = 100001");
                }
            }

            @Override
            public void committed() {
                books.committed();
            }

            @Override
            public void rolledBack() {
                books.rolledBack();
            }
        };
        List<Fill> fills = RandomTrades.fills(27, 300, 8, 3);
        fills.forEach(world::publish);

        assertThatThrownBy(() -> readAfterEveryBatch(fills, forgetful, false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("acct-");
    }

    private void readAfterEveryBatch(List<Fill> fills, BatchHandler books, boolean reopen) {
        Migrations.migrate(world.ledgerDb, Ledger.SCRIPTS);
        BatchHandler handler = books;
        Writer writer = new Writer(world.ledgerDb);
        Consumer consumer = consumer(writer, handler);
        for (int idle = 0; idle < 50; ) {
            idle = consumer.pump() == 0 ? idle + 1 : 0;
            assertAsStored(fills);
            if (reopen && idle == 0) {
                consumer.close();
                writer.close();
                handler = new Books(NEVER);
                writer = new Writer(world.ledgerDb);
                consumer = consumer(writer, handler);
            }
        }
        consumer.close();
        writer.close();
        LedgerScenarios.assertPositions(world, fills);
    }

    private Consumer consumer(Writer writer, BatchHandler books) {
        return new Consumer(
                Ledger.options(World.FILLS, World.BATCH, DeliveryMode.IDEMPOTENT), world.alone(writer), books);
    }

    private void assertAsStored(List<Fill> fills) {
        Set<String> ids = new HashSet<>(World.rows(
                world.ledgerDb, "SELECT 'f-' || trade_id || '-' || SUBSTR(side, 1, 1) FROM fill ORDER BY fill_order"));
        List<Fill> stored =
                fills.stream().filter(fill -> ids.contains(fill.fillId())).toList();
        LedgerScenarios.assertPositions(world, stored);
        Set<Long> halves = new TreeSet<>();
        for (Fill fill : stored) {
            long order = Position.order(fill.tradeId(), fill.side());
            if (!halves.remove(order ^ 1)) {
                halves.add(order);
            }
        }
        assertThat(World.rows(world.ledgerDb, "SELECT fill_order FROM half_trade ORDER BY fill_order"))
                .isEqualTo(halves.stream().map(String::valueOf).toList());
    }

    private static String withoutFirst(List<Fill> fills) {
        Fill first = fills.get(0);
        long sign = first.side() == Side.BUY ? -1 : 1;
        return sign * first.quantity() + "|" + -sign * first.quantity() * first.price();
    }
}
