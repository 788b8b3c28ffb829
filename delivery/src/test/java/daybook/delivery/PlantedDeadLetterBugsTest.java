package daybook.delivery;

import static daybook.delivery.ConsumerWorld.TOPIC;
import static daybook.delivery.ConsumerWorld.bytes;
import static daybook.delivery.ConsumerWorld.drain;
import static daybook.delivery.ConsumerWorld.record;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.log.StoredRecord;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link DeadLetterTest} and {@link HeldKeysTest} would see if it were done otherwise: each of these looks as they do. */
class PlantedDeadLetterBugsTest {
    @TempDir
    Path dir;

    /** Planted: a dead letter without its origin. */
    @Test
    void aCopyWithoutItsHeadersDoesNotSayWhereItCameFrom() throws SQLException {
        ConsumerWorld world = new ConsumerWorld(Engine.SQLITE, dir);
        Database harmed = HarmedDatabase.saying(
                world.database,
                "INSERT INTO outbox (topic, record_key, headers, body, created_at_ms) VALUES (?, ?, ?,",
                "INSERT INTO outbox (topic, record_key, headers, body, created_at_ms) VALUES (?, ?, substr(?, 1, 0),");
        world.publish(0, "bad");

        drain(world.consumer(harmed, DeliveryMode.IDEMPOTENT, 10, BatchProtocol.of(DeliveryMode.IDEMPOTENT)));

        assertThat(copies(world))
                .singleElement()
                .satisfies(copy -> assertThat(copy.record().header("origin")).isEmpty());
    }

    /** Planted: the letter in a transaction of its own. It dies in between, and has a letter of a record that was not passed. */
    @Test
    void aLetterInAnotherTransactionIsThereBeforeItsRecordIsPassed() throws SQLException {
        ConsumerWorld world = new ConsumerWorld(Engine.POSTGRESQL, dir);
        world.publish(0, "bad");

        dies(world, HarmedDatabase.apart(world.database, "INSERT INTO dead_letter"));

        assertThat(world.parked()).hasSize(1);
        assertThat(world.query("SELECT COALESCE(MAX(next_offset), 0) FROM cursor_position"))
                .isZero();
    }

    /** Planted: the state of a replay in a transaction of its own. It dies in between: trusted, and not applied. */
    @Test
    void aLetterClosedInAnotherTransactionIsTrustedBeforeItCounts() throws SQLException {
        ConsumerWorld world = new ConsumerWorld(Engine.POSTGRESQL, dir);
        world.publish(0, "bad");
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 10));
        world.decide((desk, c) -> desk.repair(c, world.parked().get(0), bytes("2"), "the test"));
        world.decide((desk, c) -> desk.askReplay(c, world.parked().get(0), 9, "the test"));

        dies(world, HarmedDatabase.apart(world.database, "SET state = 'replayed'"));

        assertThat(world.suspects()).isEmpty();
        assertThat(world.applied("2")).isZero();
    }

    /** Planted: what waits is not known again after its transaction. A later record of the key goes before it. */
    @Test
    void aKeyThatIsForgottenIsOvertaken() throws SQLException {
        ConsumerWorld world = new ConsumerWorld(Engine.SQLITE, dir);
        Database harmed = HarmedDatabase.saying(
                world.database,
                "FROM held_record WHERE consumer = ? GROUP",
                "FROM held_record WHERE consumer = ? || 'x' GROUP");
        Consumer consumer = waiting(world, harmed, ErrorClassifier.DEFAULT);
        world.log.append(TOPIC, 0, record("x", "1"));
        drain(consumer);
        world.log.append(TOPIC, 0, record("x", "2"));
        drain(consumer);

        assertThat(world.applied("1")).isZero();
        assertThat(world.applied("2")).isEqualTo(1);
    }

    /** Planted: not ready is called an outage. The whole partition waits. */
    @Test
    void withoutAVerdictOfItsOwnAKeyKeepsEverybody() throws SQLException {
        ConsumerWorld world = new ConsumerWorld(Engine.SQLITE, dir);
        Consumer consumer = waiting(world, world.database, failure -> Verdict.OUTAGE);
        world.log.append(TOPIC, 0, record("x", "1"));
        world.log.append(TOPIC, 0, record("y", "2"));
        for (int i = 0; i < 60; i++) {
            consumer.pump();
            world.time.pass(Duration.ofSeconds(1));
        }

        assertThat(world.applied("2")).isZero();
    }

    private static Consumer waiting(ConsumerWorld world, Database database, ErrorClassifier errors) {
        ConsumerWorld.Count one = new ConsumerWorld.Count() {
            @Override
            public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
                for (StoredRecord record : records) {
                    if (record.record().value()[0] == '1') {
                        throw new NotYetException(record, "not ready");
                    }
                }
                super.apply(connection, records);
            }

            @Override
            public ErrorClassifier errors() {
                return errors;
            }
        };
        return world.idempotent(new Writer(database), one);
    }

    private static void dies(ConsumerWorld world, Database harmed) {
        try (Writer writer = new Writer(harmed)) {
            drain(world.idempotent(writer, new ConsumerWorld.Once(world.time)));
        } catch (Crash expected) {
            // Then it is looked at what is there.
        }
    }

    private static List<Outbox.Row> copies(ConsumerWorld world) {
        return new DatabaseReader(world.database).read(c -> new Outbox(world.time).unsent(c, 10));
    }
}
