package daybook.delivery;

import static daybook.delivery.ConsumerWorld.FIRST;
import static daybook.delivery.ConsumerWorld.TOPIC;
import static daybook.delivery.ConsumerWorld.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.ServiceStatus.Light;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource
class ConsumerTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private ConsumerWorld world;

    ConsumerTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        world = new ConsumerWorld(engine, dir);
    }

    @ParameterizedTest
    @EnumSource(DeliveryMode.class)
    void withoutCrashesEveryModeAppliesEachRecordOnce(DeliveryMode mode) {
        world.publishNumbers(0, 1, 25);
        world.publishNumbers(1, 26, 30);

        drain(world.consumer(mode, 10));

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(30);
        assertThat(world.log.committed("counter", FIRST)).hasValue(25);
    }

    @Test
    void aLogThatLostTheGroupIsToldAgainWithoutAnyNewRecord() {
        world.publishNumbers(0, 1, 25);
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        world.log.resetOffsets("counter", Map.of(FIRST, 0L));

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));

        assertThat(world.log.committed("counter", FIRST)).hasValue(25);
    }

    @Test
    void inEachPauseTheHandlerMayDoWhatItHasPutOffAndAFailureThereIsTriedAgain() {
        List<String> heard = new ArrayList<>();
        BatchHandler handler = new ConsumerWorld.Count() {
            @Override
            public void pause(Connection connection) throws SQLException {
                heard.add("pause");
                if (heard.size() == 1) {
                    throw new SQLException("locked");
                }
            }

            @Override
            public void rolledBack() {
                heard.add("rolledBack");
            }
        };
        Consumer consumer = world.consumer(handler);
        world.publishNumbers(0, 1, 25);

        drain(consumer);
        assertThat(heard).isEmpty();
        world.time.pass(Duration.ofSeconds(2));
        drain(consumer);
        assertThat(heard).containsExactly("pause", "rolledBack");
        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);
        world.time.pass(Duration.ofSeconds(9));
        drain(consumer);
        assertThat(heard).containsExactly("pause", "rolledBack", "pause");
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);

        world.publishNumbers(0, 26, 26);
        drain(consumer);
        world.time.pass(Duration.ofSeconds(2));
        drain(consumer);
        assertThat(heard).containsExactly("pause", "rolledBack", "pause", "pause");
    }

    /** What a crash costs is what the mode says: lost, doubled or nothing; at each commit, before and after it. */
    @ParameterizedTest
    @CsvSource({
        "AT_MOST_ONCE, 1, false, 1",
        "AT_MOST_ONCE, 1, true, 0",
        "AT_MOST_ONCE, 2, false, 0",
        "AT_MOST_ONCE, 2, true, 1",
        "AT_LEAST_ONCE, 1, false, 1",
        "AT_LEAST_ONCE, 1, true, 2",
        "AT_LEAST_ONCE, 2, false, 2",
        "AT_LEAST_ONCE, 2, true, 1",
        "ATOMIC, 1, false, 1",
        "ATOMIC, 1, true, 1",
        "IDEMPOTENT, 1, false, 1",
        "IDEMPOTENT, 1, true, 1"
    })
    void aCrashCostsWhatTheModeSays(DeliveryMode mode, int commit, boolean after, int times) {
        world.publish(0, "7");
        int takingOver = 1;
        Database dying = HarmedDatabase.dying(world.database, takingOver + commit, after);
        Consumer first = world.consumer(dying, mode, 10, BatchProtocol.of(mode));

        assertThatThrownBy(() -> drain(first)).isInstanceOf(Crash.class);
        drain(world.consumer(mode, 10));

        assertThat(world.applied("7")).isEqualTo(times);
    }

    @Test
    void aConsumerWithoutAModeCannotBeBuilt() {
        assertThatThrownBy(() -> ConsumerWorld.options(nothing(), 10))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("AT_MOST_ONCE, AT_LEAST_ONCE, ATOMIC, IDEMPOTENT");
    }

    @Test
    void atomicIsRefusedWhereTheLogMayHoldAnEventTwice() {
        MemoryLog forgetful = new MemoryLog(false);
        Consumer.Ports ports = new Consumer.Ports(forgetful, new Writer(world.database), world.time, world.time::nanos);

        assertThatThrownBy(() ->
                        new Consumer(ConsumerWorld.options(DeliveryMode.ATOMIC, 1), ports, new ConsumerWorld.Count()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: IDEMPOTENT");
    }

    @Test
    void anEventAtTwoOffsetsCountsOnceWhenIdempotentAndTwiceWhenAtomic() {
        world.publish(0, "1", "2", "1");
        world.publish(1, "1");

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 2));

        assertThat(world.applied("1")).isEqualTo(1);
        assertThat(world.applied("2")).isEqualTo(1);
    }

    /** The event that comes behind later ones, after a failed send, is not passed over. */
    @Test
    void anEventThatComesLateIsStillApplied() {
        world.publish(0, "1", "3", "4");
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);

        world.publish(0, "2");
        drain(consumer);

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(4);
    }

    @Test
    void theDatabaseSaysWhereToGoOnNotTheLog() {
        world.publishNumbers(0, 1, 10);
        drain(world.consumer(DeliveryMode.ATOMIC, 5));

        world.log.resetOffsets("counter", Map.of(FIRST, 3L));
        world.publishNumbers(0, 11, 12);
        drain(world.consumer(DeliveryMode.ATOMIC, 5));

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(12);
    }

    /** A member that slept while another took over: its batch must not count. */
    @Test
    void aStaleOwnersBatchIsUndone() {
        world.publishNumbers(0, 1, 5);
        Consumer sleeper = world.consumer(DeliveryMode.ATOMIC, 5);
        assertThat(sleeper.pump()).as("takes over its partitions").isZero();
        drain(world.consumer(DeliveryMode.ATOMIC, 5));

        assertThat(sleeper.pump()).isZero();

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(5);
        assertThat(sleeper.status().light()).isEqualTo(Light.RED);
        world.time.pass(Duration.ofSeconds(1));
        world.publish(0, "6");
        drain(sleeper);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(6);
        assertThat(sleeper.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void anOutageIsRetriedWithPausesAndNothingIsLost() {
        world.publishNumbers(0, 1, 3);
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 2);
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "log: away");

        for (int i = 0; i < 50; i++) {
            consumer.pump();
            world.time.pass(Duration.ofMillis(10));
        }

        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(consumer.status().reasons()).singleElement().asString().contains("log: away");
        assertThat(consumer.status().failures()).isBetween(2L, 6L);
        world.log.outage = null;
        world.time.pass(Duration.ofSeconds(10));
        drain(consumer);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(3);
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void aRecordThatCannotBeReadIsParkedWithItsOriginAndTheRestGoesOn() {
        world.publish(1, "1", "bad", "3");

        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);

        assertThat(world.applied("1")).isEqualTo(1);
        assertThat(world.applied("3")).isEqualTo(1);
        assertThat(world.parked()).singleElement().satisfies(letter -> {
            assertThat(letter.record().place()).isEqualTo(new TopicPartition(TOPIC, 1));
            assertThat(letter.record().offset()).isEqualTo(1);
            assertThat(letter.record().record()).isEqualTo(ConsumerWorld.record("k1", "bad"));
            assertThat(letter.error()).isEqualTo("number: bad");
            assertThat(letter.attempts()).isEqualTo(3);
        });
        assertThat(world.suspects()).containsExactly("k1");
        assertThat(consumer.status().light()).isEqualTo(Light.AMBER);
        assertThat(consumer.status().reasons())
                .singleElement()
                .asString()
                .startsWith("1 records are parked, the first since ");
    }

    /** Six kinds of garbage between good records; a restart parks none of them again. */
    @Test
    void garbageIsParkedOnceAndByteForByte() {
        byte[][] garbage = {
            {(byte) 0xFF, (byte) 0xFE},
            ConsumerWorld.bytes("{"),
            ConsumerWorld.bytes(""),
            ConsumerWorld.bytes("x".repeat(900_000)),
            ConsumerWorld.bytes("-1"),
            {0}
        };
        for (int i = 0; i < garbage.length; i++) {
            world.publish(0, "" + i);
            world.log.append(TOPIC, 0, new daybook.log.LogRecord(ConsumerWorld.bytes("k"), garbage[i], List.of(), 5));
        }

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 4));
        Consumer restarted = world.consumer(DeliveryMode.IDEMPOTENT, 4);
        drain(restarted);

        assertThat(world.parked()).hasSize(garbage.length);
        for (int i = 0; i < garbage.length; i++) {
            assertThat(world.parked().get(i).record().record().value()).isEqualTo(garbage[i]);
        }
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(garbage.length);
        assertThat(restarted.status().light()).as("after a restart too").isEqualTo(Light.AMBER);
    }

    /** One bad record at the start, in the middle, at the end of a batch of 100. */
    @ParameterizedTest
    @ValueSource(ints = {1, 37, 100})
    void aFailureInTheMiddleOfABatchCountsNothingTwice(int bad) {
        for (int i = 1; i <= 100; i++) {
            world.publish(0, i == bad ? "bad" : "" + i);
        }

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 100));

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(99);
        assertThat(world.query("SELECT COUNT(*) FROM applied")).isEqualTo(99);
        assertThat(world.parked()).hasSize(1);
    }

    /** PostgreSQL says that of the whole batch, and takes nothing more of its transaction. */
    @Test
    void whatTheDatabaseRefusesIsFoundAmongTheOthersAndParked() {
        Consumer consumer = world.consumer(new Strict(3, 7), 100);
        world.publishNumbers(0, 1, 10);
        world.publish(1, "bad", "11");

        drain(consumer);

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(9);
        assertThat(world.parked()).hasSize(3);
        assertThat(world.parked()).anySatisfy(letter -> {
            assertThat(letter.record().offset()).isEqualTo(2);
            assertThat(letter.error()).startsWith("the database refuses it: ");
            assertThat(letter.attempts()).isEqualTo(3);
        });
        world.publishNumbers(0, 12, 20);
        drain(consumer);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(18);
    }

    /** K-07: where somebody else's transaction was, there is nothing to be read; what lies behind is not passed over. */
    @Test
    void nothingIsPassedOverBehindOffsetsThatHoldNothing() {
        world.publishNumbers(0, 1, 12);
        world.log.unreadable.addAll(List.of(0L, 3L, 4L, 7L, 11L));
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 100);

        drain(consumer);
        world.publishNumbers(0, 13, 15);
        drain(consumer);

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(10);
        assertThat(world.applied("6")).as("the first behind a gap").isEqualTo(1);
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    /** K-07. */
    @Test
    void aPartitionThatAnOpenTransactionHoldsIsNamedAfterAWhile() {
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        world.publishNumbers(0, 1, 3);
        drain(consumer);
        world.log.held.put(FIRST, 3L);

        for (int second = 0; second < 25; second++) {
            world.time.pass(Duration.ofSeconds(1));
            consumer.pump();
        }

        assertThat(consumer.status().light()).isEqualTo(Light.AMBER);
        assertThat(consumer.status().reasons())
                .singleElement()
                .asString()
                .startsWith("numbers-0 is held by an open transaction at offset 3 since ");
        world.log.held.clear();
        world.time.pass(Duration.ofSeconds(10));
        drain(consumer);
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    /** Somebody has changed the tables: the fault is not in the records. */
    @Test
    void aDatabaseThatRefusesEverythingHoldsItAll() {
        Strict strict = new Strict(IntStream.rangeClosed(1, 40).toArray());
        Consumer consumer = world.consumer(strict, 100);
        world.publishNumbers(0, 1, 40);

        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(world.parked()).isEmpty();
        strict.refused.clear();
        world.time.pass(Duration.ofSeconds(10));
        drain(consumer);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(40);
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    /** K-09: the place for what cannot be processed is in the same database. While it takes nothing, nothing is passed. */
    @Test
    void aRecordThatCannotBeParkedHoldsItsPlaceUntilItCan() throws SQLException {
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        world.publish(0, "1", "bad", "2");
        world.execute("ALTER TABLE dead_letter RENAME TO elsewhere");

        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(consumer.status().reasons()).singleElement().asString().contains("dead_letter");
        assertThat(world.query("SELECT COUNT(*) FROM applied")).isZero();
        long tried = consumer.status().failures();
        for (int second = 0; second < 60; second++) {
            world.time.pass(Duration.ofSeconds(1));
            consumer.pump();
        }
        assertThat(consumer.status().failures() - tried).as("tries in a minute").isBetween(5L, 12L);
        world.execute("ALTER TABLE elsewhere RENAME TO dead_letter");
        world.time.pass(Duration.ofSeconds(30));
        drain(consumer);
        assertThat(world.parked()).hasSize(1);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(2);
        assertThat(consumer.status().light()).isEqualTo(Light.AMBER);
    }

    /** The database takes none of these numbers. */
    private static final class Strict extends ConsumerWorld.Count {
        private final List<Integer> refused;

        Strict(int... refused) {
            this.refused = IntStream.of(refused).boxed().collect(Collectors.toCollection(ArrayList::new));
        }

        @Override
        void apply(Connection connection, String number) throws SQLException {
            super.apply(connection, number);
            if (refused.contains(Integer.valueOf(number))) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO applied (number, times) VALUES (NULL, 1)");
                }
            }
        }
    }

    @SuppressWarnings("NullAway") // What the compiler forbids is what this test does.
    private static DeliveryMode nothing() {
        return null;
    }
}
