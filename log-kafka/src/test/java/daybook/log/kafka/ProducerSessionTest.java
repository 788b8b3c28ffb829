package daybook.log.kafka;

import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.Heard;
import daybook.log.LogException;
import daybook.log.Producer;
import java.time.Duration;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The producer's memory of seqs and its answers, over the client's own stand-in. */
class ProducerSessionTest {
    private final MockProducer<byte[], byte[]> client =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final KafkaLogSettings settings = KafkaLogSettings.of(System::nanoTime, "127.0.0.1:9")
            .withPrefix("v.")
            .withTimeout(Duration.ofSeconds(1));
    private final Producer producer = new ProducerSession("p", settings, new ThreePartitions(), client);
    private final Heard heard = new Heard();

    @Test
    void aRepeatOfOneOnItsWayLearnsWhatBecomesOfTheFirst() {
        send(7);
        send(7);
        assertThat(client.history()).hasSize(1);
        assertThat(producer.poll()).isZero();

        client.completeNext();

        assertThat(producer.poll()).isEqualTo(2);
        assertThat(heard.stored).containsExactly(0L);
        assertThat(heard.duplicates).containsExactly(place("orders", 1));
    }

    @Test
    void aRepeatOfOneThatFailsHasFailedToo() {
        send(7);
        send(7);

        client.errorNext(new TimeoutException("Expiring 1 record(s)"));
        producer.flush();

        assertThat(heard.failures).hasSize(2).allSatisfy(e -> {
            assertThat(e.kind()).isEqualTo(LogException.Kind.TIMED_OUT);
            assertThat(e).hasMessage("orders-1: Expiring 1 record(s)");
        });
        assertThat(heard.stored).isEmpty();
        assertThat(heard.duplicates).isEmpty();
    }

    /** The mistake that would lose it: to take "sent" for "stored". */
    @Test
    void whatFailedIsSentAgain() {
        send(7);
        client.errorNext(new TimeoutException("late"));
        producer.flush();

        send(7);
        client.completeNext();
        producer.flush();

        assertThat(client.history()).hasSize(2);
        assertThat(heard.stored).hasSize(1);
    }

    @Test
    void whatIsStoredIsNotSentAgain() {
        send(7);
        client.completeNext();
        producer.flush();

        send(7);
        producer.flush();

        assertThat(client.history()).hasSize(1);
        assertThat(heard.duplicates).hasSize(1);
    }

    @Test
    void recordsWithoutASeqAreNeverRepeats() {
        send(Producer.NO_SEQ);
        send(Producer.NO_SEQ);

        assertThat(client.history()).hasSize(2);
    }

    @Test
    void aFlushThatIsNotAnsweredEndsByTheWall() {
        send(7);
        long before = System.nanoTime();

        assertThatThrownBy(producer::flush)
                .hasMessage("producer p: 1 records not answered for within 1000 ms")
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.TIMED_OUT));

        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(990), Duration.ofSeconds(4));
        client.completeNext();
        producer.flush();
        assertThat(heard.stored).hasSize(1);
    }

    /** Kafka blocks in each send while it does not know the cluster: a batch of them would take minutes. */
    @Test
    void aSendThatIsRefusedAtOnceIsThrownAndLeavesNothing() {
        client.sendException = new TimeoutException("Topic v.orders not present in metadata after 300 ms.");

        assertThatThrownBy(() -> send(7))
                .hasMessage("orders: send: Topic v.orders not present in metadata after 300 ms.")
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.UNAVAILABLE));

        client.sendException = null;
        send(7);
        client.completeNext();
        producer.flush();
        assertThat(heard.stored).hasSize(1);
        assertThat(heard.failures).isEmpty();
    }

    @Test
    void theTopicHasThePrefixAndThePartitionIsOurs() {
        producer.send("orders", OptionalInt.empty(), record("TCS", "v"), Producer.NO_SEQ, heard);

        assertThat(client.history().get(0).topic()).isEqualTo("v.orders");
        assertThat(client.history().get(0).partition()).isEqualTo(2);
        assertThatThrownBy(() -> producer.send("orders", OptionalInt.of(3), record("k", "v"), 1, heard))
                .hasMessage("partition: 3 of orders (expected: 0..2)");
    }

    @Test
    void aRecordThatIsTooLargeIsNotSent() {
        String large = "x".repeat(1 << 20);

        assertThatThrownBy(() -> producer.send("orders", OptionalInt.of(0), record("k", large), 1, heard))
                .isInstanceOfSatisfying(LogException.class, e -> {
                    assertThat(e.kind()).isEqualTo(LogException.Kind.TOO_LARGE);
                    assertThat(e).hasMessageContaining("orders").hasMessageContaining("expected: up to 1048576");
                });
        assertThat(client.history()).isEmpty();
    }

    private void send(long seq) {
        producer.send("orders", OptionalInt.of(1), record("k", "v"), seq, heard);
    }

    private record ThreePartitions() implements TopicFacts {
        @Override
        public int partitions(String topic) {
            return 3;
        }

        @Override
        public long maxMessageBytes(String topic) {
            return 2_000;
        }
    }
}
