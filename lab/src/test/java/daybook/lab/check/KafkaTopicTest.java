package daybook.lab.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.log.Header;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.kafka.Broker;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** P18, Q5: on a real broker each anomaly has a hand-made history that the foreign reader must flag; the clean one it must not. */
class KafkaTopicTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Broker broker;

    @TempDir
    Path directory;

    private final List<Event> events = new RandomEvents(12).take(200);

    @SuppressWarnings("NullAway.Init") // before each test
    private String prefix;

    @BeforeAll
    static void start() {
        broker = Broker.startOrSkip();
    }

    @AfterAll
    static void end() {
        broker.close();
    }

    @BeforeEach
    void aJournalAndATopic(TestInfo test) {
        prefix = "t" + test.getTestMethod().orElseThrow().getName().hashCode() + ".";
        try (HandMade venue = new HandMade(directory)) {
            venue.journal(events);
            venue.idle();
        }
        try (Log log = log()) {
            log.createTopic(new TopicSpec(HandMade.TOPIC, 3, Retention.UNLIMITED));
        }
    }

    @Test
    void aTopicThatSaysWhatTheJournalSaysIsClean() {
        publish(events);

        assertThat(stopped()).isEqualTo(new CheckResult(200, 0, 0, 0, 0, 0, 0, List.of()));
    }

    @Test
    void aMissingEventIsSeen() {
        publish(without(77));

        assertThat(stopped()).returns(1L, CheckResult::missing).returns(List.of("seq 77: missing"), r -> r.findings());
    }

    @Test
    void whatIsAboveTheLineOfARunningVenueMayStillCome() {
        publish(events.subList(0, 150));

        assertThat(TopicCheck.whileRunning(directory, cluster(HandMade.TOPIC), 150))
                .isEqualTo(new CheckResult(150, 0, 0, 0, 0, 0, 0, List.of()));
    }

    @Test
    void duplicatesAreCountedAndHarmless() {
        publish(events);
        publish(events.subList(10, 15));

        assertThat(stopped()).isEqualTo(new CheckResult(200, 0, 5, 0, 0, 0, 0, List.of()));
    }

    @Test
    void anotherBodyAndAnotherHeaderAreSeen() {
        publish(events);
        Event event = events.get(5);
        byte[] changed = new String(EventJson.toBytes(event), UTF_8)
                .replace("\"time\":" + event.time(), "\"time\":" + (event.time() + 1))
                .getBytes(UTF_8);
        LogRecord right = HandMade.record(events.get(7));
        List<Header> headers = right.headers().stream()
                .map(h -> h.name().equals("ce_id") ? Header.of("ce_id", "x-9") : h)
                .toList();
        send(OptionalInt.empty(), HandMade.record(event, changed));
        send(OptionalInt.empty(), new LogRecord(right.key(), right.value(), headers, 0));

        assertThat(stopped()).returns(2L, CheckResult::mismatched).returns(false, CheckResult::clean);
    }

    @Test
    void anotherKeyAndAnotherPartitionAreSeen() {
        publish(events);
        LogRecord right = HandMade.record(events.get(7));
        int partition = Partitioner.partition(right.key(), 3);
        send(OptionalInt.of(partition), new LogRecord("OTHER".getBytes(UTF_8), right.value(), right.headers(), 0));
        send(OptionalInt.of((partition + 1) % 3), right);

        assertThat(stopped()).returns(2L, CheckResult::wrongKey).returns(false, CheckResult::clean);
    }

    @Test
    void whatTheJournalDoesNotHaveIsAPhantom() {
        publish(events);
        publish(List.of(new SessionStateChanged(201, 1, SessionState.OPEN)));
        send(OptionalInt.empty(), HandMade.record(events.get(0), "hello".getBytes(UTF_8)));

        assertThat(stopped()).returns(2L, CheckResult::phantom).returns(false, CheckResult::clean);
    }

    @Test
    void aTopicThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> TopicCheck.whenStopped(directory, cluster("nope")))
                .isInstanceOf(CheckException.class)
                .hasMessageContaining("nope");
    }

    @Test
    void secretsOfTheClientAreNotShown() {
        TopicCheck.Cluster cluster = new TopicCheck.Cluster(
                Map.of("bootstrap.servers", "b:1", "sasl.jaas.config", "password=\"s3cret\""), "t", LIMIT);

        assertThat(cluster).hasToString("t at b:1");
    }

    private CheckResult stopped() {
        return TopicCheck.whenStopped(directory, cluster(HandMade.TOPIC));
    }

    private TopicCheck.Cluster cluster(String topic) {
        return new TopicCheck.Cluster(Map.of("bootstrap.servers", broker.address()), prefix + topic, LIMIT);
    }

    private Log log() {
        return KafkaLog.open(
                KafkaLogSettings.of(System::nanoTime, broker.address()).withPrefix(prefix));
    }

    private void publish(List<? extends Event> some) {
        try (Log log = log();
                Producer producer = log.producer("test")) {
            some.forEach(event -> producer.send(
                    HandMade.TOPIC, OptionalInt.empty(), HandMade.record(event), Producer.NO_SEQ, new Stored()));
            producer.flush();
        }
    }

    private void send(OptionalInt partition, LogRecord record) {
        try (Log log = log();
                Producer producer = log.producer("test")) {
            producer.send(HandMade.TOPIC, partition, record, Producer.NO_SEQ, new Stored());
            producer.flush();
        }
    }

    private List<Event> without(long seq) {
        return events.stream().filter(e -> e.seq() != seq).toList();
    }

    private static final class Stored implements Producer.Acknowledgement {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {
            throw new AssertionError("duplicate (expected: stored)");
        }

        @Override
        public void failed(LogException error) {
            throw error;
        }
    }
}
