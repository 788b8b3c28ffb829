package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the outbox publishes what has committed, whenever that was, and is not held up by what has not. Method: several connections
 * that have taken numbers and commit or roll back later, in another order; PostgreSQL only, because SQLite has one writer.
 */
class OpenTransactionsTest {
    @TempDir
    Path dir;

    private OutboxWorld world;

    @BeforeEach
    void open() {
        world = new OutboxWorld(Engine.POSTGRESQL, dir);
    }

    @Test
    void aNumberThatCommitsLateIsNotPassedOver() throws SQLException {
        lateCommit(world.relay(10)::pump);
    }

    /** Planted: remembers the highest number that it has seen. */
    @Test
    void aRelayThatReadsAboveTheLastNumberIsCaughtByTheLateCommit() {
        assertThatThrownBy(() -> lateCommit(new BadRelays.AboveTheLast(world)::pump))
                .isInstanceOf(AssertionError.class);
    }

    private void lateCommit(IntSupplier relay) throws SQLException {
        try (Writer slow = new Writer(world.database)) {
            world.outbox.add(slow.transaction(), List.of(OutboxWorld.message("k", "slow")));
            world.add("k", "quick");
            OutboxWorld.drain(relay);
            assertThat(world.published()).containsExactly("quick");

            slow.commit();
            OutboxWorld.drain(relay);
        }
        assertThat(world.published()).containsExactly("quick", "slow");
    }

    @Test
    void aHoleOfATransactionThatRolledBackHoldsNothingUp() throws SQLException {
        hole(world.relay(10)::pump);
    }

    /** Planted: waits for numbers without a hole. */
    @Test
    void aRelayThatWaitsForEveryNumberIsCaughtByTheHole() {
        assertThatThrownBy(() -> hole(new BadRelays.WithoutAHole(world)::pump)).isInstanceOf(AssertionError.class);
    }

    private void hole(IntSupplier relay) throws SQLException {
        try (Writer unlucky = new Writer(world.database)) {
            world.outbox.add(unlucky.transaction(), List.of(OutboxWorld.message("k", "never")));
            world.add("k", "1");
            unlucky.rollback();
        }
        world.add("k", "2");

        OutboxWorld.drain(relay);

        assertThat(world.published()).containsExactly("1", "2");
    }

    /** Two relays, writers that finish in any order, leases that end: what has committed is there once, and nothing else. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverTheOrderEveryCommittedMessageIsThereOnce(long seed) throws SQLException {
        anyOrder(seed, true);
    }

    /** Planted: two relays without a lease, on a log that does not know its producers over their sessions. */
    @Test
    void twoRelaysWithoutALeaseAreCaught() {
        assertThatThrownBy(() -> anyOrder(1, false)).isInstanceOf(AssertionError.class);
    }

    private void anyOrder(long seed, boolean leased) throws SQLException {
        Random random = new Random(seed);
        MemoryLog forgetful = new MemoryLog(false);
        forgetful.createTopic(new TopicSpec(OutboxWorld.TOPIC, 4, Retention.UNLIMITED));
        world = new OutboxWorld(Engine.POSTGRESQL, dir, forgetful);
        List<IntSupplier> relays = leased
                ? List.of(leased("one")::pump, leased("two")::pump)
                : List.of(interrupted("one"), interrupted("two"));
        List<Writer> writers =
                List.of(new Writer(world.database), new Writer(world.database), new Writer(world.database));
        List<List<String>> pending = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<String> committed = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            int which = random.nextInt(3);
            Writer writer = writers.get(which);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    String body = "m" + step;
                    world.outbox.add(writer.transaction(), List.of(OutboxWorld.message("k" + which, body)));
                    pending.get(which).add(body);
                }
                case 2 -> {
                    writer.commit();
                    committed.addAll(pending.get(which));
                    pending.get(which).clear();
                }
                case 3 -> {
                    if (random.nextInt(3) == 0) {
                        writer.rollback();
                        pending.get(which).clear();
                    }
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        endLeases();
                    }
                    world.time.pass(Duration.ofSeconds(random.nextInt(8)));
                    OutboxWorld.once(relays.get(random.nextInt(2)));
                }
            }
        }
        writers.forEach(Writer::close);
        OutboxWorld.drain(() -> {
            world.time.pass(Duration.ofSeconds(11));
            return relays.get(0).getAsInt() + relays.get(1).getAsInt();
        });

        assertThat(world.published()).as("seed " + seed).containsExactlyInAnyOrderElementsOf(committed);
    }

    private void endLeases() throws SQLException {
        try (Writer other = new Writer(world.database);
                Statement statement = other.transaction().createStatement()) {
            statement.execute("UPDATE lease SET expires_at_ms = 0");
            other.commit();
        }
    }

    private OutboxRelay leased(String owner) {
        return new OutboxRelay(
                new Writer(world.database),
                world.log,
                new OutboxRelay.Options("test", 10, Duration.ofHours(1)),
                new OutboxRelay.Time(world.time, world.time::nanos),
                Optional.of(new Lease(new Lease.Terms("outbox", owner, Duration.ofSeconds(10)), world.time::nanos)));
    }

    /** Reads in one call and sends in the next, as two processes side by side do. */
    private IntSupplier interrupted(String name) {
        return new BadRelays.InTwoSteps(world, name)::pump;
    }
}
