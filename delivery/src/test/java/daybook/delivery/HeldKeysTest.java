package daybook.delivery;

import static daybook.delivery.ConsumerWorld.TOPIC;
import static daybook.delivery.ConsumerWorld.drain;
import static daybook.delivery.ConsumerWorld.record;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.ServiceStatus.Light;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** K-10, ASKS 3 and 4: while a record cannot be processed now, its key waits, in order, and nobody else does. */
@ParameterizedClass
@EnumSource
class HeldKeysTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private ConsumerWorld world;

    HeldKeysTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        world = new ConsumerWorld(engine, dir);
        world.execute("CREATE TABLE told (n BIGINT NOT NULL PRIMARY KEY, said TEXT NOT NULL)");
    }

    /** Appends what it is shown to a table, in its order; some of it is not ready. */
    private static class Teller implements BatchHandler {
        final Set<String> notReady = new HashSet<>();
        final List<Integer> attempts = new ArrayList<>();

        @Override
        public void apply(Connection connection, List<StoredRecord> records) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void apply(Connection connection, List<StoredRecord> records, Attempts tries) throws SQLException {
            for (StoredRecord record : records) {
                String value = new String(record.record().value(), StandardCharsets.UTF_8);
                if (notReady.contains(value)) {
                    attempts.add(tries.of(record));
                    throw new NotYetException(record, value + " is not ready");
                }
                if (value.startsWith("bad")) {
                    throw new BadRecordException(record, value);
                }
                try (var insert = connection.prepareStatement(
                        "INSERT INTO told (n, said) SELECT COALESCE(MAX(n), 0) + 1, ? FROM told")) {
                    insert.setString(1, value);
                    insert.executeUpdate();
                }
            }
        }
    }

    @Test
    void onlyItsKeyWaitsAndKeepsItsOrder() {
        Teller teller = new Teller();
        teller.notReady.add("x2");
        Consumer consumer = consumer(teller);
        publish("x1", "x2", "y1", "x3", "y2", "x4");

        drain(consumer);

        assertThat(told()).containsExactly("x1", "y1", "y2");
        assertThat(consumer.status().light()).isEqualTo(Light.AMBER);
        assertThat(consumer.status().reasons())
                .singleElement()
                .asString()
                .startsWith("3 records of 1 keys are held, the first since ");
        assertThat(consumer.held().count()).isEqualTo(3);
        assertThat(world.suspects()).as("behind, and so not to be trusted").containsExactly("x");
        assertThat(world.log.committed("counter", ConsumerWorld.FIRST))
                .as("all passed")
                .hasValue(6);

        teller.notReady.clear();
        world.time.pass(Duration.ofSeconds(10));
        publish("x5", "y3");
        drain(consumer);

        assertThat(told().stream().filter(t -> t.startsWith("x"))).containsExactly("x1", "x2", "x3", "x4", "x5");
        assertThat(told()).hasSize(8);
        assertThat(world.suspects()).isEmpty();
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void itIsTriedWithGrowingPausesAndEachAttemptIsCountedAcrossARestart() {
        Teller teller = new Teller();
        teller.notReady.add("x1");
        publish("x1", "x2");
        Consumer consumer = consumer(teller);
        for (int second = 0; second < 60; second++) {
            consumer.pump();
            world.time.pass(Duration.ofSeconds(1));
        }
        int tries = teller.attempts.size();
        assertThat(tries).as("in a minute").isBetween(8, 20);

        Consumer again = consumer(teller);
        drain(again);
        assertThat(told()).isEmpty();
        assertThat(teller.attempts).hasSizeGreaterThan(tries).isSorted();
        assertThat(Set.copyOf(teller.attempts)).as("none is told twice").hasSize(teller.attempts.size());

        teller.notReady.clear();
        world.time.pass(Duration.ofSeconds(10));
        drain(again);
        assertThat(told()).containsExactly("x1", "x2");
    }

    /** An outage says nothing of the record: however many there are, it is applied when they are over. */
    @Test
    void outagesAreNoFaultOfTheRecordThatIsHeld() {
        List<Boolean> away = new ArrayList<>(List.of(false));
        Teller teller = new Teller() {
            @Override
            public void apply(Connection connection, List<StoredRecord> records, Attempts tries) throws SQLException {
                if (away.get(0)) {
                    throw new SQLException("the server is away", "08006");
                }
                super.apply(connection, records, tries);
            }
        };
        teller.notReady.add("x1");
        publish("x1", "x2");
        Consumer consumer = consumer(teller);
        drain(consumer);
        assertThat(consumer.held().count()).isEqualTo(2);

        teller.notReady.clear();
        away.set(0, true);
        for (int minute = 0; minute < 30; minute++) {
            world.time.pass(Duration.ofMinutes(1));
            consumer.pump();
        }
        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(told()).isEmpty();

        away.set(0, false);
        world.time.pass(Duration.ofMinutes(1));
        drain(consumer);
        world.time.pass(Duration.ofMinutes(1));
        drain(consumer);
        assertThat(told()).containsExactly("x1", "x2");
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    /** What waits behind is not looked at before its turn; if it is bad, it is put aside then, and the rest of the key goes on. */
    @Test
    void aBadRecordBehindOneThatWaitsIsPutAsideInItsTurn() {
        Teller teller = new Teller();
        teller.notReady.add("x1");
        publish("x1");
        world.log.append(TOPIC, 0, record("x", "bad"));
        publish("x2");
        Consumer consumer = consumer(teller);
        drain(consumer);
        assertThat(world.parked()).isEmpty();

        teller.notReady.clear();
        world.time.pass(Duration.ofSeconds(10));
        drain(consumer);

        assertThat(told()).containsExactly("x1", "x2");
        assertThat(world.parked()).singleElement().satisfies(letter -> {
            assertThat(letter.error()).isEqualTo("bad");
            assertThat(letter.attempts()).isEqualTo(3);
        });
        assertThat(world.suspects()).containsExactly("x");
    }

    /** Wherever the process dies (and is not blamed for it), each record counts once and its key keeps its order. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noCrashLosesRepeatsOrTurnsRoundWhatIsHeld(long seed) {
        Random random = new Random(seed);
        Teller teller = new Teller();
        List<String> published = new ArrayList<>();
        for (int step = 0; step < 15; step++) {
            String value = "abc".charAt(random.nextInt(3)) + "" + step;
            published.add(value);
            publish(value);
            if (random.nextInt(3) == 0) {
                teller.notReady.add(value);
            }
            if (random.nextInt(4) == 0) {
                teller.notReady.clear();
            }
            world.time.pass(Duration.ofSeconds(random.nextInt(12)));
            Database dying = HarmedDatabase.dying(world.database, 1 + random.nextInt(6), random.nextBoolean());
            try (Writer writer = new Writer(dying)) {
                drainSome(consumer(writer, teller, 100));
            } catch (Crash expected) {
                // The next step is another process.
            }
            inOrder(seed, published);
        }
        teller.notReady.clear();
        world.time.pass(Duration.ofSeconds(10));
        drain(consumer(teller));

        assertThat(told()).as("seed " + seed).containsExactlyInAnyOrderElementsOf(published);
        inOrder(seed, published);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("daybook.long") ? 200 : 2);
    }

    /** Somebody's lock on one row: what waits for it is known after half a second, and others are not kept. */
    @Test
    void aRowThatSomebodyElseHasLockedKeepsItsKeyAndNoOther() throws SQLException {
        if (engine == Engine.SQLITE) {
            return; // has one lock for all: an outage
        }
        world.publish(0, "1");
        drain(world.consumer(DeliveryMode.AT_LEAST_ONCE, 10));
        try (Writer other = new Writer(world.database)) {
            try (var lock = other.transaction().createStatement()) {
                lock.execute("UPDATE applied SET times = times WHERE number = '1'");
            }
            world.log.append(TOPIC, 0, record("x", "1"));
            world.log.append(TOPIC, 0, record("y", "2"));
            world.log.append(TOPIC, 0, record("x", "3"));
            Database impatient = new HarmedDatabase(world.database, new HarmedDatabase.Harm() {});
            try (Writer writer = new Writer(impatient)) {
                try (var wait = writer.connection().createStatement()) {
                    wait.execute("SET lock_timeout = '200ms'");
                }
                Consumer consumer = new Consumer(
                        ConsumerWorld.options(DeliveryMode.AT_LEAST_ONCE, 10),
                        new Consumer.Ports(world.log, writer, world.time, world.time::nanos),
                        new ConsumerWorld.Count());
                for (int i = 0; i < 20; i++) {
                    consumer.pump();
                }
                assertThat(world.applied("2")).isEqualTo(1);
                assertThat(world.applied("3")).isZero();
                assertThat(consumer.status().light()).isEqualTo(Light.AMBER);
                other.rollback();
                world.time.pass(Duration.ofSeconds(10));
                drain(consumer);
                assertThat(world.applied("1")).isEqualTo(2);
                assertThat(world.applied("3")).isEqualTo(1);
                assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
            }
        }
    }

    /** A handler's own opinion: what it calls an outage holds everything. */
    @Test
    void aHandlerMayClassifyItsErrorsItself() {
        Teller strict = new Teller() {
            @Override
            public ErrorClassifier errors() {
                return failure -> failure instanceof BadRecordException ? Verdict.OUTAGE : Verdict.FATAL;
            }
        };
        strict.notReady.add("x1");
        Consumer consumer = consumer(strict);
        publish("x1", "x2");
        drain(consumer);
        assertThat(told()).containsExactly("x2");
        assertThat(world.parked()).singleElement().returns(1, DeadLetter::attempts);

        world.log.append(TOPIC, 0, record("x", "bad"));
        publish("y1");
        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(told()).containsExactly("x2");
    }

    private void drainSome(Consumer consumer) {
        for (int i = 0; i < 30; i++) {
            consumer.pump();
        }
        consumer.close();
    }

    private void inOrder(long seed, List<String> published) {
        for (String key : List.of("a", "b", "c")) {
            List<String> told = told().stream().filter(t -> t.startsWith(key)).toList();
            List<String> all = published.stream().filter(t -> t.startsWith(key)).toList();
            assertThat(all.subList(0, told.size())).as("seed " + seed).isEqualTo(told);
        }
    }

    /** Key: the first letter. */
    private void publish(String... values) {
        for (String value : values) {
            world.log.append(TOPIC, 0, record(value.substring(0, 1), value));
        }
    }

    private List<String> told() {
        return new DatabaseReader(world.database).read(connection -> {
            List<String> told = new ArrayList<>();
            try (var select = connection.prepareStatement("SELECT said FROM told ORDER BY n");
                    var row = select.executeQuery()) {
                while (row.next()) {
                    told.add(row.getString(1));
                }
            }
            return told;
        });
    }

    private Consumer consumer(BatchHandler handler) {
        return consumer(new Writer(world.database), handler);
    }

    private Consumer consumer(Writer writer, BatchHandler handler) {
        return consumer(writer, handler, 3);
    }

    private Consumer consumer(Writer writer, BatchHandler handler, int attempts) {
        return new Consumer(
                new ConsumerOptions(
                        "counter", TOPIC, PublicationPolicy.OUTBOX, DeliveryMode.ATOMIC, 10, attempts, Duration.ZERO),
                new Consumer.Ports(world.log, writer, world.time, world.time::nanos),
                handler);
    }
}
