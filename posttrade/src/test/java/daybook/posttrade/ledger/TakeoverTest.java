package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.BatchHandler;
import daybook.delivery.Consumer;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Engine;
import daybook.delivery.Migrations;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Fill;
import daybook.log.StoredRecord;
import daybook.posttrade.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: of two ledgers on one database one applies, whichever was frozen, for however long, and wherever it was. Method: at random
 * one sleeps, its lease ends, the other works, the first wakes up with what it had in memory.
 */
@ParameterizedClass
@EnumSource
class TakeoverTest {
    private static final int ROUNDS = 20;

    private final Engine engine;

    @TempDir
    Path dir;

    TakeoverTest(Engine engine) {
        this.engine = engine;
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32})
    void whoeverSleepsEveryFillCountsOnceAndCursorsOnlyRise(long seed) throws SQLException {
        World world = new World(engine, dir);
        List<Fill> fills = RandomTrades.fills(seed, 1_000, 8, 3);
        Random random = new Random(seed);
        List<Ledger> ledgers = List.of(ledger(world, "one"), ledger(world, "two"));
        long cursors = 0;
        for (int round = 0; round < ROUNDS; round++) {
            fills.subList(round * fills.size() / ROUNDS, (round + 1) * fills.size() / ROUNDS)
                    .forEach(world::publish);
            Ledger awake = ledgers.get(random.nextInt(2));
            endLease(world);
            for (int i = random.nextInt(8); i > 0; i--) {
                awake.pump();
            }
            world.time.pass(Duration.ofSeconds(4));
            ledgers.get(random.nextInt(2)).pump();
            long now = Long.parseLong(
                    World.rows(world.ledgerDb, "SELECT COALESCE(SUM(next_offset), 0) FROM cursor_position")
                            .get(0));
            assertThat(now).isGreaterThanOrEqualTo(cursors);
            cursors = now;
        }
        World.drain(() -> {
            world.time.pass(Duration.ofSeconds(1));
            return ledgers.get(0).pump() + ledgers.get(1).pump();
        });

        LedgerScenarios.assertPositions(world, fills);
        ledgers.forEach(Ledger::close);
    }

    @Test
    void aSecondLedgerStandsByAndSaysSo() throws SQLException {
        World world = new World(engine, dir);
        RandomTrades.fills(33, 50, 4, 1).forEach(world::publish);
        try (Ledger one = ledger(world, "one");
                Ledger two = ledger(world, "two")) {
            World.drain(one::pump);
            World.drain(two::pump);

            assertThat(two.status().done()).isZero();
            assertThat(two.status().reasons()).containsExactly("stands by: the lease ledger is held by one");
            one.close();
            world.time.pass(Duration.ofSeconds(4));
            two.pump();
            assertThat(two.status().reasons()).isEmpty();
        }
    }

    /** Planted: a ledger that trusts its memory after another has worked. */
    @Test
    void aLedgerThatRemembersWhatAnotherHasChangedIsCaught() {
        Books books = new Books();
        BatchHandler trusting = new BatchHandler() {
            @Override
            public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
                books.apply(connection, records);
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

        assertThatThrownBy(() -> sleepInBetween(trusting)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aLedgerThatForgetsIsNot() throws SQLException {
        sleepInBetween(new Books());
    }

    /** The same few positions, settled by one, then by the other, then by the first again. */
    private void sleepInBetween(BatchHandler books) throws SQLException {
        World world = new World(engine, dir);
        List<Fill> fills = RandomTrades.fills(34, 90, 4, 1);
        Migrations.migrate(world.ledgerDb, Ledger.SCRIPTS);
        ServicePorts ports = new ServicePorts(world.log, world.ledgerDb, world.time, world.time::nanos, "one");
        List<Fill> published = new ArrayList<>();
        try (Writer writer = new Writer(world.ledgerDb);
                Consumer one = new Consumer(
                        Ledger.options(World.FILLS, 20, DeliveryMode.IDEMPOTENT),
                        ports.consumer(writer, ports.lease(Ledger.NAME)),
                        books);
                Ledger two = ledger(world, "two")) {
            for (int part = 0; part < 3; part++) {
                List<Fill> some = fills.subList(part * fills.size() / 3, (part + 1) * fills.size() / 3);
                some.forEach(world::publish);
                published.addAll(some);
                endLease(world);
                world.time.pass(Duration.ofSeconds(11));
                World.drain(part == 1 ? two::pump : one::pump);
            }
        }
        LedgerScenarios.assertPositions(world, published);
    }

    private static Ledger ledger(World world, String owner) {
        return new Ledger(
                new ServicePorts(world.log, world.ledgerDb, world.time, world.time::nanos, owner),
                World.FILLS,
                World.BATCH);
    }

    /** As if the database's clock had passed it. */
    private static void endLease(World world) throws SQLException {
        try (Writer writer = new Writer(world.ledgerDb);
                Statement statement = writer.transaction().createStatement()) {
            statement.execute("UPDATE lease SET expires_at_ms = 0");
            writer.commit();
        }
    }
}
