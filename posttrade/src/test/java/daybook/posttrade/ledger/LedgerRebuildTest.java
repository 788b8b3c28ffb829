package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.Writer;
import daybook.events.Fill;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.posttrade.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: a ledger is what the log says, whenever and from wherever it is built. Method: seeded fills, all tables compared. */
@ParameterizedClass
@EnumSource
class LedgerRebuildTest {
    private static final List<Fill> FILLS = RandomTrades.fills(11, 700, 8, 3);

    private final Engine engine;

    @TempDir
    Path dir;

    private World world;
    private Database beside;

    LedgerRebuildTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new World(engine, dir);
        beside = engine.open(dir, "ledger_shadow");
    }

    @Test
    void builtAgainFromTheFirstRecordWhileItWorksItIsAsIfNothingHadBeen() throws SQLException {
        publish(0, 500);
        world.runLedger();
        spoil(world.ledgerDb);

        try (Ledger ledger = world.ledger();
                LedgerRebuild rebuild = rebuild(Optional.empty())) {
            int published = 500;
            boolean done = false;
            while (!done) {
                if (published < FILLS.size()) {
                    publish(published, published + 30);
                    published += 30;
                }
                ledger.pump();
                done = rebuild.step(ledger) == LedgerRebuild.Step.DONE;
            }
            publish(published, FILLS.size());
            World.drain(ledger::pump);
            assertThat(ledger.status().reasons()).isEmpty();
        }
        assertThat(world.ledgerTables()).isEqualTo(asBuiltOnce());
    }

    @Test
    void aSnapshotCoversWhatTheLogHasDropped() throws SQLException {
        publish(0, 600);
        world.runLedger();
        Database snapshot = Engine.SQLITE.open(dir, "snapshot");
        LedgerRebuild.snapshot(world.ledgerDb, snapshot);
        publish(600, FILLS.size());
        world.runLedger();
        List<String> before = world.ledgerTables();
        spoil(world.ledgerDb);
        world.log.drop(new TopicPartition(World.FILLS, busiest()), 20);

        assertThatThrownBy(() -> rebuild(Optional.empty()))
                .isInstanceOf(DeliveryException.class)
                .hasMessage(World.FILLS + "-" + busiest()
                        + ": records 0..19 are gone (expected: a snapshot that covers them)");
        complete(rebuild(Optional.of(snapshot)));

        assertThat(world.ledgerTables()).isEqualTo(before);
    }

    @Test
    void aSnapshotThatDoesNotReachToWhatIsLeftIsRefused() throws SQLException {
        publish(0, 100);
        world.runLedger();
        Database snapshot = Engine.SQLITE.open(dir, "snapshot");
        LedgerRebuild.snapshot(world.ledgerDb, snapshot);
        publish(100, FILLS.size());
        world.runLedger();
        world.log.drop(new TopicPartition(World.FILLS, busiest()), 200);

        assertThatThrownBy(() -> rebuild(Optional.of(snapshot)))
                .isInstanceOf(DeliveryException.class)
                .hasMessageContaining("..199 are gone (expected: a snapshot that covers them)");
    }

    @Test
    void aRecordThatWasParkedIsParkedAgainAndAnnouncedOnce() throws SQLException {
        world.log.createTopic(new TopicSpec(World.FILLS + ".dlq", 1, Retention.UNLIMITED));
        publish(0, 100);
        world.log.append(World.FILLS, World.record("acct-1", new byte[] {'{'}));
        publish(100, FILLS.size());
        world.runLedger();
        List<String> before = world.ledgerTables();
        long announced = world.log.all(World.FILLS + ".dlq").size();
        spoil(world.ledgerDb);

        complete(rebuild(Optional.empty()));

        assertThat(world.ledgerTables()).isEqualTo(before);
        assertThat(World.rows(world.ledgerDb, "SELECT COUNT(*) FROM suspect_key"))
                .containsExactly("1");
        assertThat(world.log.all(World.FILLS + ".dlq")).hasSize((int) announced);
    }

    @Test
    void aSnapshotOfAnotherLogIsRefused() throws SQLException {
        publish(0, 100);
        world.runLedger();
        Database snapshot = Engine.SQLITE.open(dir, "snapshot");
        LedgerRebuild.snapshot(world.ledgerDb, snapshot);
        world.log.makeAgain(World.FILLS);

        assertThatThrownBy(() -> rebuild(Optional.of(snapshot)))
                .isInstanceOf(DeliveryException.class)
                .hasMessageContaining("the snapshot is of another log");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessThatDiesWhileItHandsOverHasTheOneOrTheOther(boolean after) throws SQLException {
        publish(0, FILLS.size());
        world.runLedger();
        List<String> right = world.ledgerTables();
        spoil(world.ledgerDb);
        List<String> wrong = world.ledgerTables();
        Death death = new Death(after);
        Ledger ledger = new Ledger(world.ports(new HarmedDatabase(world.ledgerDb, death)), World.FILLS, World.BATCH);
        World.drain(ledger::pump);
        LedgerRebuild rebuild = rebuild(Optional.empty());

        death.armed = true; // the next commit of the working ledger is the handing over
        Throwable crash = catchThrowable(() -> finish(rebuild, ledger));

        assertThat(crash).isInstanceOf(HarmedDatabase.Crash.class);
        assertThat(world.ledgerTables()).isEqualTo(after ? right : wrong);
    }

    /** Comes with a commit, once it is armed. */
    private static final class Death implements HarmedDatabase.Harm {
        private final boolean after;
        private boolean armed;

        Death(boolean after) {
            this.after = after;
        }

        @Override
        public void beforeCommit(Connection real) throws SQLException {
            die(!after, real);
        }

        @Override
        public void afterCommit(Connection real) throws SQLException {
            die(after, real);
        }

        private void die(boolean here, Connection real) throws SQLException {
            if (armed && here) {
                real.close();
                throw new HarmedDatabase.Crash("handing over");
            }
        }
    }

    private LedgerRebuild rebuild(Optional<Database> snapshot) throws SQLException {
        return new LedgerRebuild(world.ports(world.ledgerDb), beside, snapshot, World.FILLS, World.BATCH);
    }

    private void complete(LedgerRebuild rebuild) throws SQLException {
        try (Ledger ledger = world.ledger()) {
            finish(rebuild, ledger);
        }
    }

    private static void finish(LedgerRebuild rebuild, Ledger ledger) throws SQLException {
        try (rebuild) {
            for (int step = 0; rebuild.step(ledger) != LedgerRebuild.Step.DONE; step++) {
                assertThat(step).as(() -> rebuild.status().toString()).isLessThan(10_000);
            }
        }
    }

    private void publish(int from, int to) {
        FILLS.subList(from, Math.min(to, FILLS.size())).forEach(world::publish);
    }

    /** The partition with the most fills. */
    private int busiest() {
        int busiest = 0;
        for (int p = 0; p < Topics.FILLS.partitions(); p++) {
            busiest = end(p) > end(busiest) ? p : busiest;
        }
        return busiest;
    }

    private long end(int partition) {
        return world.log.endOffset(new TopicPartition(World.FILLS, partition));
    }

    private static void spoil(Database database) throws SQLException {
        try (Writer writer = new Writer(database);
                Statement update = writer.transaction().createStatement()) {
            update.executeUpdate("UPDATE position_entry SET quantity = quantity + 1");
            update.executeUpdate("UPDATE fill_entry SET quantity_after = quantity_after + 1");
            writer.commit();
        }
    }

    private List<String> asBuiltOnce() {
        World other = new World(name -> Engine.SQLITE.open(dir, "once_" + name));
        FILLS.forEach(other::publish);
        other.runLedger();
        return other.ledgerTables();
    }
}
