package daybook.log.kafka;

import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.GroupOptions;
import daybook.log.Heard;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.Sample;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each error is one line that says what is wrong, and comes before the deadline; an outage loses nothing. */
class OutagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    @Test
    void aBrokerThatIsNotThereIsNamed() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (KafkaLog log = KafkaLog.open(at("127.0.0.1:" + port))) {
            assertThat(refused(log::checkReachable))
                    .isEqualTo("Kafka cannot be used from here: 127.0.0.1:" + port
                            + " refuses connections: nothing listens there (expected: a broker that listens there)");
            assertThat(refused(() -> log.topic("orders"))).startsWith("orders: ");
            assertThat(refused(() -> log.group(GroupOptions.of("g", GroupOptions.Start.EARLIEST, "orders"))))
                    .startsWith("orders: ");
            try (Producer producer = log.producer("p")) {
                assertThat(refused(() -> producer.send(
                                "orders", OptionalInt.empty(), record("k", "v"), Producer.NO_SEQ, new Heard())))
                        .startsWith("orders: ");
            }
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsToldFromOneThatIsNotThere() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                KafkaLog log = KafkaLog.open(at("127.0.0.1:" + mute.getLocalPort()))) {
            assertThat(refused(log::checkReachable)).contains(" takes connections, then does not answer (expected: ");
        }
    }

    /** Like a broker that is down: DNS may be away, too. */
    @Test
    void aNameThatDoesNotResolveIsToldByEveryCallAndByNoneBefore() {
        try (KafkaLog log = KafkaLog.open(at("no-such-host.invalid:9092"))) {
            assertThat(refused(log::checkReachable))
                    .isEqualTo(
                            "Kafka cannot be used from here: no-such-host.invalid:9092 is a name that does not resolve"
                                    + " (expected: a name that does)");
            assertThat(refused(() -> log.topic("orders"))).contains("no-such-host.invalid:9092: does not resolve");
            assertThat(refused(() -> log.producer("p").close()))
                    .contains("no-such-host.invalid:9092: does not resolve");
        }
    }

    @Test
    void anAddressThatIsNoneIsRefusedBeforeAnythingIsBuilt() {
        for (String bad : List.of("", "host", "host:", ":9092", "host:0", "host:99999", "host:port")) {
            assertThatThrownBy(() -> at(bad)).as(bad).hasMessageContaining("expected: host:port");
        }
    }

    /** K15. */
    @Test
    void aBrokerThatAdvertisesAnotherAddressIsExplained() throws IOException, InterruptedException {
        KafkaStore.broker(); // skips where no broker can be started
        try (Broker broker = Broker.start(Map.of("advertised.listeners", "PLAINTEXT://127.0.0.1:9"));
                KafkaLog log = KafkaLog.open(at(broker.address()))) {
            assertThat(refused(log::checkReachable)).contains("advertised.listeners");
        }
    }

    @Test
    void aBrokerThatIsThereIsReachable() {
        try (KafkaLog log = KafkaLog.open(at(KafkaStore.broker().address()))) {
            log.checkReachable();
        }
    }

    @Test
    void theLargestRecordFitsAndComesBack() {
        KafkaStore store = new KafkaStore();
        try (Log log = store.open()) {
            log.createTopic(topic("large", 1));
            String value = "x".repeat((1 << 20) - 100);
            Heard heard = new Heard();
            try (Producer producer = log.producer("p")) {
                producer.send("large", OptionalInt.of(0), record("k", value), Producer.NO_SEQ, heard);
                producer.flush();
            }

            assertThat(heard.stored).containsExactly(0L);
            assertThat(values(log.read(place("large", 0), 0, 1))).containsExactly(value);
        }
    }

    /** P18 in small: kill -9 and a freeze while records are on their way; what failed is sent again. */
    @Test
    void whatWasAcknowledgedIsThereAndWhatFailedCanBeSentAgain() throws IOException, InterruptedException {
        KafkaStore.broker();
        try (Broker broker = Broker.start();
                Log log = KafkaLog.open(at(broker.address()).withTimeout(Duration.ofSeconds(5)))) {
            log.createTopic(topic("orders", 3));
            Resending writer = new Resending(log);

            writer.write(1, 200);
            broker.pause();
            assertThatThrownBy(() -> writer.once(201, 400)).isInstanceOf(LogException.class);
            broker.resume();
            writer.write(201, 400);
            broker.killAndRestart();
            writer.write(401, 600);

            Map<Resending.Where, String> stored = new HashMap<>();
            for (int partition = 0; partition < 3; partition++) {
                for (StoredRecord record : log.read(place("orders", partition), 0, 10_000)) {
                    stored.put(new Resending.Where(record.place(), record.offset()), Sample.value(record));
                }
            }
            // Duplicates may be there, gaps may not, and what was acknowledged is where it was said to be.
            assertThat(writer.acknowledged).hasSize(600);
            assertThat(writer.acknowledged)
                    .allSatisfy((seq, where) -> assertThat(stored).containsEntry(where, "v" + seq));
        }
    }

    /** Sends until each seq is acknowledged, as the publisher does. */
    private static final class Resending {
        private record Where(TopicPartition place, long offset) {}

        private final Log log;
        private final Map<Integer, Where> acknowledged = new TreeMap<>();

        Resending(Log log) {
            this.log = log;
        }

        void write(int from, int to) {
            for (int attempt = 0; attempt < 20; attempt++) {
                try {
                    once(from, to);
                    return;
                } catch (LogException e) {
                    assertThat(e.kind()).isIn(LogException.Kind.TIMED_OUT, LogException.Kind.UNAVAILABLE);
                }
            }
            throw new AssertionError("not acknowledged after 20 attempts: " + from + ".." + to);
        }

        void once(int from, int to) {
            List<LogException> failures = new ArrayList<>();
            try (Producer producer = log.producer("p")) {
                for (int seq = from; seq <= to; seq++) {
                    if (!acknowledged.containsKey(seq)) {
                        producer.send(
                                "orders", OptionalInt.of(seq % 3), record("k", "v" + seq), seq, told(seq, failures));
                    }
                }
                producer.flush();
            }
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }

        private Producer.Acknowledgement told(int seq, List<LogException> failures) {
            return new Producer.Acknowledgement() {
                @Override
                public void stored(TopicPartition place, long offset) {
                    acknowledged.put(seq, new Where(place, offset));
                }

                @Override
                public void duplicate(TopicPartition place) {
                    throw new AssertionError("duplicate: " + seq + " (expected: sent once per session)");
                }

                @Override
                public void failed(LogException error) {
                    failures.add(error);
                }
            };
        }
    }

    private static KafkaLogSettings at(String address) {
        return KafkaLogSettings.of(System::nanoTime, address).withTimeout(LIMIT);
    }

    /** The message of what must fail before the deadline, with room for a busy machine. */
    private static String refused(ThrowingCallable call) {
        long before = System.nanoTime();
        List<String> message = new ArrayList<>();
        assertThatThrownBy(call).isInstanceOfSatisfying(LogException.class, e -> {
            message.add(String.valueOf(e.getMessage()));
            assertThat(e.kind()).isEqualTo(LogException.Kind.UNAVAILABLE);
            assertThat(e.getMessage()).doesNotContain("\n");
        });
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LIMIT.plusSeconds(4));
        return message.get(0);
    }
}
