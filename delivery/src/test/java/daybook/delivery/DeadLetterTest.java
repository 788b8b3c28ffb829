package daybook.delivery;

import static daybook.delivery.ConsumerWorld.FIRST;
import static daybook.delivery.ConsumerWorld.TOPIC;
import static daybook.delivery.ConsumerWorld.bytes;
import static daybook.delivery.ConsumerWorld.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.DeadLetterDesk.Outcome;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.ServiceStatus.Light;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B14, C10: what cannot be processed is put aside in sight, with where it came from, until somebody decides. */
@ParameterizedClass
@EnumSource
class DeadLetterTest {
    private static final String DEAD = TOPIC + ".dlq";
    private static final int ALLOWED = 2;

    private final Engine engine;

    @TempDir
    Path dir;

    private ConsumerWorld world;

    DeadLetterTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        world = new ConsumerWorld(engine, dir);
        world.log.createTopic(new TopicSpec(DEAD, 1, Retention.UNLIMITED));
    }

    @Test
    void theTopicOfDeadLettersHasTheRecordAsItWasAndWhereItCameFromAndWhy() {
        LogRecord bad = new LogRecord(bytes("k"), bytes("bad"), List.of(Header.of("ce_id", "x-1")), 5);
        world.publish(0, "1");
        world.log.append(TOPIC, 0, bad);

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        relay();

        assertThat(dead()).singleElement().satisfies(letter -> {
            assertThat(letter.key()).isEqualTo(bad.key());
            assertThat(letter.value()).isEqualTo(bad.value());
            assertThat(letter.headers()).contains(Header.of("ce_id", "x-1"));
            assertThat(text(letter, "origin")).isEqualTo("{\"topic\":\"numbers\",\"partition\":0,\"offset\":1}");
            assertThat(text(letter, "error")).isEqualTo("number: bad");
            assertThat(text(letter, "failed-at")).isEqualTo(world.time.instant().toString());
            assertThat(Integer.parseInt(text(letter, "attempts"))).isPositive();
            assertThat(text(letter, "consumer")).isEqualTo("counter");
        });
    }

    /** With the headers that are added it would be larger than its topic takes, and nothing behind it would ever be sent. */
    @Test
    void aRecordAsLargeAsCanBeFitsItsTopicToo() {
        byte[] large = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        world.log.append(TOPIC, 0, new LogRecord(bytes("k"), large, List.of(), 5));

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        relay();

        assertThat(dead()).singleElement().satisfies(letter -> {
            assertThat(letter.value()).hasSize(900_000);
            assertThat(text(letter, "cut-from-bytes")).isEqualTo("1000000");
        });
        assertThat(world.query("SELECT LENGTH(body) FROM dead_letter")).isEqualTo(1_000_000);
    }

    /** At each commit, before and after it: passed with a letter and its copy in the outbox, or not passed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aCrashNeverPassesARecordWithoutALetterAndNeverWritesTwo(int commit) {
        world.publish(0, "1", "bad", "2");
        for (boolean after : List.of(false, true)) {
            Consumer dying = world.consumer(
                    HarmedDatabase.dying(world.database, commit, after),
                    DeliveryMode.IDEMPOTENT,
                    10,
                    BatchProtocol.of(DeliveryMode.IDEMPOTENT));
            try {
                drain(dying);
            } catch (Crash ignored) {
                // Then it is looked at what is there.
            }
            assertThat(passed() ? 1 : 0).isEqualTo(world.parked().size());
            assertThat(world.query("SELECT COUNT(*) FROM outbox"))
                    .isEqualTo(world.parked().size());
        }

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        relay();

        assertThat(world.parked()).hasSize(1);
        assertThat(dead()).hasSize(1);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(2);
    }

    /** What was put aside is applied once it can be, whatever has been applied since; and only once. */
    @Test
    void aRepairedRecordIsReplayedOnceAndItsKeyIsTrustedAgain() throws SQLException {
        world.publishNumbers(0, 1, 49);
        world.publish(0, "fifty");
        world.publishNumbers(0, 51, 100);
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);
        assertThat(world.suspects()).containsExactly("k0");

        assertThat(repair("50")).isEqualTo(Outcome.DONE);
        assertThat(world.suspects()).as("repaired is not applied").containsExactly("k0");
        assertThat(replay(consumer)).isEqualTo(Outcome.DONE);
        assertThat(replay(consumer)).isEqualTo(Outcome.UNCHANGED);

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(100);
        assertThat(world.suspects()).isEmpty();
        assertThat(letter().state()).isEqualTo(LetterState.REPLAYED);
        assertThat(letter().record().record().value()).as("the original stays").isEqualTo(bytes("fifty"));
        assertThat(letter().handling().repaired())
                .hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes("50")));
        assertThat(letter().handling().changedBy()).isEqualTo("the test");
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
    }

    /** Before and after each commit of a replay: effect and trust come together, and a restart brings it to its end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aKeyIsNeverTrustedBeforeItsRecordCountsWhereverTheProcessDies(int commit) throws SQLException {
        world.publish(0, "1", "bad");
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        repair("2");
        ask();
        for (boolean after : List.of(false, true)) {
            Consumer dying = world.consumer(
                    HarmedDatabase.dying(world.database, commit, after),
                    DeliveryMode.IDEMPOTENT,
                    10,
                    BatchProtocol.of(DeliveryMode.IDEMPOTENT));
            try {
                drain(dying);
            } catch (Crash ignored) {
                // Then it is looked at what is there.
            }
            assertThat(world.suspects().isEmpty()).isEqualTo(world.applied("2") == 1);
            if (world.suspects().isEmpty()) {
                return;
            }
        }
        Consumer again = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(again);
        assertThat(letter().state()).isIn(LetterState.REPLAYED, LetterState.PARKED);
        assertThat(world.suspects().isEmpty()).isEqualTo(world.applied("2") == 1);
    }

    @Test
    void aReplayThatFailsIsParkedWithItsCountUntilACeilingAndARepairGivesNewChances() throws SQLException {
        world.publish(0, "bad", "1");
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);

        assertThat(replay(consumer)).isEqualTo(Outcome.DONE);
        assertThat(letter().state()).isEqualTo(LetterState.PARKED);
        assertThat(letter().handling().replays()).isEqualTo(1);
        repair("worse");
        replay(consumer);
        replay(consumer);
        assertThat(letter().error()).isEqualTo("number: worse");
        assertThat(letter().handling().replays()).isEqualTo(ALLOWED);
        assertThat(replay(consumer)).isEqualTo(Outcome.CEILING);
        assertThat(world.suspects()).containsExactly("k0");

        repair("2");
        assertThat(replay(consumer)).isEqualTo(Outcome.DONE);
        assertThat(letter().state()).isEqualTo(LetterState.REPLAYED);
        assertThat(world.applied("2")).isEqualTo(1);
    }

    @Test
    void aDiscardedRecordNeverCountsAndItsKeyIsTrustedOnlyWhenNoOtherOfItWaits() throws SQLException {
        world.publish(0, "bad", "worse", "1");
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);

        discard(0);
        assertThat(world.suspects()).containsExactly("k0");
        assertThat(discard(0)).isEqualTo(Outcome.UNCHANGED);
        discard(1);

        assertThat(world.suspects()).isEmpty();
        assertThat(world.parked()).allSatisfy(letter -> {
            assertThat(letter.state()).isEqualTo(LetterState.DISCARDED);
            assertThat(letter.handling().reason()).isEqualTo("a test");
        });
        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);
        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
        assertThat(replay(consumer)).isEqualTo(Outcome.CLOSED);
    }

    /** Two operators: the later one sees what the earlier has decided. */
    @Test
    void aDecisionOnAnOlderStateChangesNothing() throws SQLException {
        world.publish(0, "bad");
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        DeadLetter seen = letter();
        repair("1");

        Outcome late = world.decide((desk, c) -> desk.discard(c, seen, "late", "another"));

        assertThat(late).isEqualTo(Outcome.BUSY);
        assertThat(letter().state()).isEqualTo(LetterState.REPAIRED);
    }

    /** Its process dies of it: each time counts, and the last one that was allowed is the last one. */
    @Test
    void aReplayThatKillsTheProcessIsNotMadeForEver() throws SQLException {
        world.publish(0, "1", "bad");
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        ask();

        for (int i = 1; i <= ALLOWED; i++) {
            try (Writer writer = new Writer(world.database)) {
                Consumer dying = world.idempotent(writer, new ConsumerWorld.Once(world.time) {
                    @Override
                    public void apply(Connection connection, List<StoredRecord> records) {
                        throw new IllegalStateException("a bug");
                    }
                });
                assertThatThrownBy(() -> drain(dying)).hasMessage("a bug");
            }
            assertThat(letter().handling().replays()).isEqualTo(i);
        }
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));

        assertThat(letter().state()).isEqualTo(LetterState.PARKED);
        assertThat(letter().error()).isEqualTo("the process ended while it was replayed");
    }

    @Test
    void aRecordThatIsReadAgainIsNotPutAsideAgainWhateverWasDecided() throws SQLException {
        world.publish(0, "1", "bad");
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        discard(0);
        world.execute("UPDATE cursor_position SET next_offset = 0, last_digest = NULL");

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));

        assertThat(world.parked()).hasSize(1);
        assertThat(world.suspects()).isEmpty();
        assertThat(world.query("SELECT COUNT(*) FROM outbox")).isEqualTo(1);
    }

    /** After the log went back: another record at the same offset is another letter. */
    @Test
    void anotherRecordAtTheSameOffsetIsAnotherLetter() {
        world.publish(0, "1", "bad");
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);
        world.log.loseTail(FIRST, 1);
        world.publish(0, "worse");

        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);

        assertThat(world.parked())
                .extracting(l -> new String(l.record().record().value(), java.nio.charset.StandardCharsets.UTF_8))
                .containsExactly("bad", "worse");
    }

    @Test
    void closedLettersAreDeletedAfterThirtyDaysAndWaitingOnesNever() throws SQLException {
        world.publish(0, "bad", "worse");
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
        drain(consumer);
        discard(0);

        world.time.pass(DeadLetters.KEEP_CLOSED.minusDays(1));
        drain(consumer);
        assertThat(world.parked()).hasSize(2);
        world.time.pass(Duration.ofDays(2));
        drain(consumer);

        assertThat(world.parked()).extracting(DeadLetter::state).containsExactly(LetterState.OPEN);
    }

    private boolean passed() {
        return world.query("SELECT COALESCE(MAX(next_offset), 0) FROM cursor_position WHERE partition_no = 0") > 1;
    }

    private DeadLetter letter() {
        return world.parked().get(0);
    }

    private Outcome repair(String value) throws SQLException {
        return world.decide((desk, c) -> desk.repair(c, letter(), bytes(value), "the test"));
    }

    private Outcome ask() throws SQLException {
        return world.decide((desk, c) -> desk.askReplay(c, letter(), ALLOWED, "the test"));
    }

    private Outcome replay(Consumer consumer) throws SQLException {
        Outcome outcome = ask();
        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);
        return outcome;
    }

    private Outcome discard(int index) throws SQLException {
        return world.decide((desk, c) -> desk.discard(c, world.parked().get(index), "a test", "the test"));
    }

    private void relay() {
        try (OutboxRelay relay = new OutboxRelay(
                new Writer(world.database),
                world.log,
                new OutboxRelay.Options("counter", 100, Duration.ofDays(1)),
                new OutboxRelay.Time(world.time, world.time::nanos),
                Optional.empty())) {
            while (relay.pump() > 0) {}
            assertThat(relay.status().light()).isEqualTo(Light.GREEN);
        }
    }

    private List<LogRecord> dead() {
        return world.log.read(new TopicPartition(DEAD, 0), 0, 100).stream()
                .map(StoredRecord::record)
                .toList();
    }

    private static String text(LogRecord record, String header) {
        return record.header(header).map(Header::text).orElse("missing");
    }
}
