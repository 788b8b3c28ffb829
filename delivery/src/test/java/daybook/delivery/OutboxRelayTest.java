package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.ServiceStatus.Light;
import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class OutboxRelayTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private OutboxWorld world;

    OutboxRelayTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new OutboxWorld(engine, dir);
    }

    /** O-10: across 9/10, 99/100, 999/1000, with a restart in between. */
    /** What a consumer had not read is nowhere else: the log had said that it was stored. */
    @Test
    void whatTheLogLostAfterAcknowledgingItIsSentAgain() throws SQLException {
        MemoryLog forgetful = new MemoryLog(false);
        forgetful.createTopic(new TopicSpec(OutboxWorld.TOPIC, 1, Retention.UNLIMITED));
        OutboxWorld other = new OutboxWorld(engine, dir, forgetful);
        OutboxRelay relay = other.relay(3);
        other.addNumbers(7);
        OutboxWorld.drain(relay::pump);
        forgetful.loseTail(new TopicPartition(OutboxWorld.TOPIC, 0), 4);
        forgetful.forgetProducers(); // as with a new session
        other.add("k", "8");

        other.time.pass(Duration.ofSeconds(1));
        OutboxWorld.drain(relay::pump);

        assertThat(other.published()).contains("1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(other.published().subList(3, 10))
                .as("again, in order")
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
    }

    /** Before it looks again the next message has the offset of a lost one, and the mark would speak for that. */
    @Test
    void anOffsetThatIsGivenTwiceShowsThatTheLogWasCut() throws SQLException {
        MemoryLog forgetful = new MemoryLog(false);
        forgetful.createTopic(new TopicSpec(OutboxWorld.TOPIC, 1, Retention.UNLIMITED));
        OutboxWorld other = new OutboxWorld(engine, dir, forgetful);
        OutboxRelay relay = other.relay(3);
        other.addNumbers(3);
        OutboxWorld.drain(relay::pump);
        forgetful.loseTail(new TopicPartition(OutboxWorld.TOPIC, 0), 1);
        forgetful.forgetProducers();
        other.add("k", "4");

        relay.pump();
        OutboxWorld.drain(relay::pump);

        assertThat(other.published()).containsExactly("1", "2", "4", "1", "2", "3");
    }

    @Test
    void aTopicThatWasMadeAgainGetsWhatIsKept() throws SQLException {
        MemoryLog forgetful = new MemoryLog(false);
        forgetful.createTopic(new TopicSpec(OutboxWorld.TOPIC, 1, Retention.UNLIMITED));
        OutboxWorld other = new OutboxWorld(engine, dir, forgetful);
        other.addNumbers(5);
        OutboxWorld.drain(other.relay(10)::pump);

        forgetful.makeAgain(OutboxWorld.TOPIC);
        OutboxWorld.drain(other.relay(10)::pump);

        assertThat(other.published()).isEqualTo(other.numbers(5));
    }

    @Test
    void rowsArePublishedInNumericOrder() throws SQLException {
        world.addNumbers(1_050);
        try (OutboxRelay relay = world.relay(64)) {
            relay.pump();
        }

        try (OutboxRelay relay = world.relay(100)) {
            OutboxWorld.drain(relay::pump);
        }

        assertThat(world.published()).isEqualTo(world.numbers(1_050));
    }

    /** Rows in the columns of Debezium's outbox event router need no Debezium. */
    @Test
    void rowsInDebeziumsColumnsArePublishedInOrderAndTakenAway() throws SQLException {
        world.log.createTopic(new TopicSpec("outbox.event.order", 1, Retention.UNLIMITED));
        for (int i = 1; i <= 5; i++) {
            world.execute("INSERT INTO outbox_event (id, aggregatetype, aggregateid, type, payload) VALUES ('id-" + i
                    + "', 'order', 'k', 'Placed', '{\"n\":" + i + "}')");
        }

        OutboxWorld.drain(world.relay(2)::pump);

        List<StoredRecord> published = world.log.all("outbox.event.order");
        assertThat(published)
                .extracting(stored -> new String(stored.record().value(), StandardCharsets.UTF_8))
                .containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}", "{\"n\":5}");
        assertThat(published.get(0).record().key()).isEqualTo("k".getBytes(StandardCharsets.UTF_8));
        assertThat(published.get(0).record().headers())
                .extracting(header -> header.name() + "=" + new String(header.value(), StandardCharsets.UTF_8))
                .containsExactly("id=id-1", "type=Placed");
        assertThat(world.count("outbox_event")).isZero();
    }

    @Test
    void aRowOfATransactionThatWasRolledBackIsNeverPublished() throws SQLException {
        world.add("k", "1");
        world.outbox.add(world.writer.transaction(), List.of(OutboxWorld.message("k", "phantom")));
        world.writer.rollback();
        world.add("k", "2");

        OutboxWorld.drain(world.relay(10)::pump);

        assertThat(world.published()).containsExactly("1", "2");
    }

    /** Its numbers begin again at 1; the log must not take them for those of the old one. */
    @Test
    void aDatabaseThatWasLostAndMadeAgainIsAnotherProducer(@TempDir Path other) throws SQLException {
        publishFromTwoDatabases(other, of -> of.relay(10)::pump);
    }

    @Test
    void oneProducerForEveryDatabaseIsCaughtByTheLostOne(@TempDir Path other) {
        assertThatThrownBy(() -> publishFromTwoDatabases(
                        other, of -> () -> BadRelays.markWhateverTheLogSays(of, of.writer, of.log)))
                .isInstanceOf(AssertionError.class);
    }

    private void publishFromTwoDatabases(Path other, Function<OutboxWorld, IntSupplier> relays) throws SQLException {
        world.add("k", "old");
        OutboxWorld.drain(relays.apply(world));
        OutboxWorld again = new OutboxWorld(engine, other, world.log);
        again.add("k", "new");

        OutboxWorld.drain(relays.apply(again));

        assertThat(world.published()).containsExactly("old", "new");
    }

    @Test
    void aCrashBetweenPublishingAndMarkingResendsOneAndTheLogHoldsOne() throws SQLException {
        OutboxScenarios.crashBetweenPublishingAndMarking(world, (writer, log) -> world.relay(writer, log, 10)::pump);
    }

    @Test
    void whatTheLogDidNotTakeIsSentLater() throws SQLException {
        OutboxScenarios.logAway(world, (writer, log) -> world.relay(writer, log, 10)::pump);
    }

    @Test
    void messagesOfAKeyStayInOrderInOnePartition() throws SQLException {
        OutboxScenarios.keysKeepTheirOrder(world, (writer, log) -> world.relay(writer, log, 10)::pump);
    }

    @Test
    void anOutageShowsAndPausesGrow() throws SQLException {
        world.add("k", "1");
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "log: away");
        OutboxRelay relay = world.relay(10);

        for (int i = 0; i < 100; i++) {
            relay.pump();
            world.time.pass(Duration.ofMillis(10));
        }

        assertThat(relay.status().light()).isEqualTo(Light.RED);
        assertThat(relay.status().failures()).isBetween(3L, 6L);
        assertThat(relay.status().reasons()).containsExactly("outbox of test: row 1: log: away");
        assertThat(world.outbox.waiting(world.writer.connection())).isEqualTo(1);
    }

    /** O-06: bounded steps; and the number of a deleted row is not given again, because the log knows it. */
    @Test
    void sentRowsAreDeletedInStepsAndTheirNumbersNotUsedAgain() throws SQLException {
        world.addNumbers(2_500);
        OutboxRelay relay = world.relay(5_000);
        OutboxWorld.drain(relay::pump);

        world.time.pass(Duration.ofHours(2));
        int rounds = 0;
        while (world.rows() > 0) {
            relay.pump();
            assertThat(++rounds).isLessThan(10);
        }
        assertThat(rounds).as("steps of 1,000").isEqualTo(3);
        world.add("k", "next");
        OutboxWorld.drain(relay::pump);

        assertThat(world.published()).hasSize(2_501).endsWith("next");
    }

    @Test
    void theRelayReadsThroughAnIndex() throws SQLException {
        assertThat(world.plan("SELECT n FROM outbox WHERE sent_at_ms IS NULL ORDER BY n LIMIT 10"))
                .contains("outbox_unsent");
    }

    /** Planted: marks first, publishes second. */
    @Test
    void markingBeforePublishingIsCaughtByTheCrash() {
        assertThatThrownBy(() -> OutboxScenarios.crashBetweenPublishingAndMarking(
                        world, (writer, log) -> () -> BadRelays.markFirst(world, writer, log)))
                .isInstanceOf(AssertionError.class);
    }

    /** Planted: marks what the log did not acknowledge. */
    @Test
    void markingWithoutPublishingIsCaughtByTheOutage() {
        assertThatThrownBy(() -> OutboxScenarios.logAway(
                        world, (writer, log) -> () -> BadRelays.markWhateverTheLogSays(world, writer, log)))
                .isInstanceOf(AssertionError.class);
    }

    /** Planted: publishes without the key. */
    @Test
    void publishingWithoutAKeyIsCaughtByTheOrderOfKeys() {
        assertThatThrownBy(() -> OutboxScenarios.keysKeepTheirOrder(
                        world, (writer, log) -> () -> BadRelays.withoutKey(world, writer, log)))
                .isInstanceOf(AssertionError.class);
    }

    /** O-01: rows are found by their own mark; a relay that remembered the highest n would pass over this one. */
    @Test
    void aRowThatCommitsLaterThanAHigherNumberIsNotPassedOver() throws SQLException {
        world.addWithNumber(2, "2");
        OutboxRelay relay = world.relay(10);
        OutboxWorld.drain(relay::pump);

        world.addWithNumber(1, "1");
        OutboxWorld.drain(relay::pump);

        assertThat(world.published()).containsExactly("2", "1");
    }

    @Test
    void aCrashAtAnyCommitLosesNothing() throws SQLException {
        for (int commit = 1; commit <= 2; commit++) {
            for (boolean after : new boolean[] {false, true}) {
                String value = commit + "/" + after;
                world.add("k", value);
                Writer dying = new Writer(HarmedDatabase.dying(world.database, commit, after));
                OutboxRelay relay = world.relay(dying, world.log, 1);
                assertThat(catchThrowable(() -> OutboxWorld.drain(relay::pump))).isInstanceOf(Crash.class);
                OutboxWorld.drain(world.relay(10)::pump);
                assertThat(world.published()).endsWith(value).doesNotHaveDuplicates();
            }
        }
    }
}
