package daybook.delivery;

import static daybook.delivery.ConsumerWorld.FIRST;
import static daybook.delivery.ConsumerWorld.TOPIC;
import static daybook.delivery.ConsumerWorld.drain;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ServiceStatus.Light;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision 20: a log that does not say any more what it has said. */
@ParameterizedClass
@EnumSource
class LogThatWentBackTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private ConsumerWorld world;

    LogThatWentBackTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        world = new ConsumerWorld(engine, dir);
    }

    /** I-01: offsets are not ids. */
    @Test
    void aTopicThatWasMadeAgainIsReadFromItsStartWhereThatHasNoSecondEffect() {
        world.publishNumbers(0, 1, 10);
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 5);
        drain(consumer);
        world.log.makeAgain(TOPIC);
        world.publishNumbers(0, 8, 22);

        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(22);
        assertThat(world.log.committed("counter", FIRST)).hasValue(15);
    }

    @Test
    void aTopicThatWasMadeAgainStopsAConsumerThatWouldRepeat() throws SQLException {
        world.publishNumbers(0, 1, 10);
        drain(world.consumer(DeliveryMode.AT_LEAST_ONCE, 5));
        world.log.makeAgain(TOPIC);
        world.publishNumbers(0, 11, 12);

        Consumer consumer = world.consumer(DeliveryMode.AT_LEAST_ONCE, 5);
        drain(consumer);

        assertThat(world.applied("11")).isZero();
        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(consumer.status().reasons())
                .anyMatch(r -> r.startsWith("numbers-0 stopped: the topic was made again"));

        acceptNewTopic();
        drain(world.consumer(DeliveryMode.AT_LEAST_ONCE, 5));
        assertThat(world.applied("11")).isEqualTo(1);
    }

    /** Offsets that were cut are given again, to other records: from the first one on nothing is passed over. */
    @Test
    void aLogThatLostItsTailIsReadFromItsStartWhereThatHasNoSecondEffect() {
        world.publishNumbers(0, 1, 10);
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 5);
        drain(consumer);
        world.log.loseTail(FIRST, 4);
        world.publishNumbers(0, 11, 13);

        world.time.pass(Duration.ofSeconds(1));
        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.GREEN);
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(13);
    }

    /** Nothing but the record before the cursor tells: the topic is the same, and its end lies where it did, or beyond. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogThatLostItsTailAndGrewAgainIsNoticed(boolean restarted) {
        world.publishNumbers(0, 1, 10);
        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 5);
        drain(consumer);
        world.log.loseTail(FIRST, 4);
        world.publishNumbers(0, 11, 20);

        world.time.pass(Duration.ofSeconds(1));
        drain(restarted ? world.consumer(DeliveryMode.IDEMPOTENT, 5) : consumer);

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(20);
    }

    /** Planted: a cursor that is an offset and nothing else. */
    @Test
    void aCursorThatDoesNotKnowItsRecordPassesOverWhatCameInstead() throws SQLException {
        world.publishNumbers(0, 1, 10);
        drain(world.consumer(DeliveryMode.IDEMPOTENT, 5));
        world.log.loseTail(FIRST, 4);
        world.publishNumbers(0, 11, 20);
        forgetDigests();

        drain(world.consumer(DeliveryMode.IDEMPOTENT, 5));

        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE number IN ('11', '12', '13', '14')"))
                .isZero();
    }

    @Test
    void aCursorBeyondTheEndStopsAConsumerThatWouldRepeat() {
        world.publishNumbers(0, 1, 10);
        drain(world.consumer(DeliveryMode.AT_LEAST_ONCE, 5));
        world.log.loseTail(FIRST, 4);

        Consumer consumer = world.consumer(DeliveryMode.AT_LEAST_ONCE, 5);
        drain(consumer);
        world.publish(1, "99");
        drain(consumer);

        assertThat(consumer.status().light()).isEqualTo(Light.RED);
        assertThat(consumer.status().reasons())
                .containsExactly("numbers-0 stopped: the cursor is at 10, the log ends at 6: it has lost records");
        assertThat(world.applied("99")).as("the other partition goes on").isEqualTo(1);
    }

    @Test
    void recordsThatRetentionDroppedUnreadStopThePartition() {
        world.publishNumbers(0, 1, 10);
        world.log.drop(FIRST, 4);

        Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 5);
        drain(consumer);

        assertThat(world.query("SELECT COUNT(*) FROM applied")).isZero();
        assertThat(consumer.status().reasons())
                .containsExactly("numbers-0 stopped: records 0..3 were not read and are gone");
    }

    private void forgetDigests() throws SQLException {
        execute("UPDATE cursor_position SET last_digest = NULL");
    }

    private void execute(String sql) throws SQLException {
        try (Writer writer = new Writer(world.database);
                Statement statement = writer.transaction().createStatement()) {
            statement.execute(sql);
            writer.commit();
        }
    }

    private void acceptNewTopic() throws SQLException {
        try (Writer writer = new Writer(world.database)) {
            for (int partition = 0; partition < 2; partition++) {
                new Cursors("counter")
                        .set(writer.transaction(), new TopicPartition(TOPIC, partition), world.log.topicId(TOPIC), 0);
            }
            writer.commit();
        }
    }
}
