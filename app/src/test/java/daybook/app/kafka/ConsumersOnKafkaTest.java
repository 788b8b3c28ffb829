package daybook.app.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import daybook.posttrade.Filter;
import daybook.posttrade.Suspects;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger on a real broker, and what others do to its topic there. */
class ConsumersOnKafkaTest {
    private static final String TOPIC = "fills";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final TopicPartition ONLY = new TopicPartition(TOPIC, 0);

    @TempDir
    Path folder;

    private final TestBroker broker = TestBroker.shared();
    private final String prefix = Objects.requireNonNull(broker.environment().get("KAFKA_TOPIC_PREFIX"));
    private final Map<String, Object> plain = Map.of("bootstrap.servers", broker.address());

    @SuppressWarnings("NullAway.Init") // before each test
    private Log log;

    @BeforeEach
    void aTopicOfOnePartition() {
        log = KafkaLog.open(KafkaLogSettings.of(System::nanoTime, broker.address())
                .withPrefix(prefix)
                .withTimeout(Duration.ofSeconds(10)));
        log.createTopic(new TopicSpec(TOPIC, 1, Retention.UNLIMITED));
    }

    @AfterEach
    void close() {
        log.close();
    }

    /** K-04. */
    @Test
    void whatRetentionTookUnreadIsNamedAndNeverPassedAndATopicMadeAgainRebuildsIt()
            throws ExecutionException, InterruptedException {
        publish(1, 5);
        try (Ledger ledger = ledger("first.db")) {
            pumpUntil(ledger, () -> ledger.status().done() == 5);
        }
        publish(6, 10);
        try (Admin admin = Admin.create(plain)) {
            admin.deleteRecords(Map.of(outside(), RecordsToDelete.beforeOffset(8)))
                    .all()
                    .get();
        }

        try (Ledger ledger = ledger("first.db")) {
            pumpUntil(ledger, () -> ledger.status().light() == Light.RED);
            assertThat(ledger.status().reasons())
                    .singleElement()
                    .asString()
                    .contains("records 5..7 were not read and are gone");
            assertThat(bought("first.db")).as("as far as it was").isEqualTo(5);
            try (Admin admin = Admin.create(plain)) {
                admin.deleteTopics(List.of(prefix + TOPIC)).all().get();
            }
            pumpUntil(ledger, () -> log.topic(TOPIC).isEmpty());
        }
        log.createTopic(new TopicSpec(TOPIC, 1, Retention.UNLIMITED));
        publish(1, 10);
        try (Ledger ledger = ledger("again.db")) {
            pumpUntil(ledger, () -> ledger.status().done() == 10);
        }
        assertThat(bought("again.db")).isEqualTo(10);
    }

    /** K-06: who uses Kafka's own client with a key finds the partition that we find. */
    @Test
    void aForeignProducersKeyLiesWhereOursDoes() throws ExecutionException, InterruptedException {
        for (int partitions : new int[] {3, 12}) {
            String topic = "keys-" + partitions;
            log.createTopic(new TopicSpec(topic, partitions, Retention.UNLIMITED));
            try (KafkaProducer<String, String> foreign =
                    new KafkaProducer<>(plain, new StringSerializer(), new StringSerializer())) {
                for (String key : List.of("INFY", "TCS", "RELIANCE", "HDFCBANK", "SBIN", "WIPRO")) {
                    assertThat(foreign.send(new ProducerRecord<>(prefix + topic, key, "x"))
                                    .get()
                                    .partition())
                            .as(key + " of " + partitions)
                            .isEqualTo(Partitioner.partition(key.getBytes(UTF_8), partitions));
                }
            }
        }
    }

    /** K-07: what lies behind a foreign transaction waits for its end, and then counts once. */
    @Test
    void anOpenTransactionHoldsWhatLiesBehindItUntilItIsCommitted() {
        behindATransaction(KafkaProducer::commitTransaction, 11);
    }

    /** What was aborted never counts. */
    @Test
    void anOpenTransactionHoldsWhatLiesBehindItUntilItIsAborted() {
        behindATransaction(KafkaProducer::abortTransaction, 10);
    }

    private void behindATransaction(Consumer<KafkaProducer<String, String>> end, long expected) {
        publish(1, 3);
        try (Ledger ledger = ledger("held.db");
                KafkaProducer<String, String> foreign = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.address(), "transactional.id", prefix + "foreign"),
                        new StringSerializer(),
                        new StringSerializer())) {
            foreign.initTransactions();
            foreign.beginTransaction();
            Fill theirs = fill(100);
            Future<RecordMetadata> sent = foreign.send(new ProducerRecord<>(
                    prefix + TOPIC, theirs.accountId(), new String(EventJson.toBytes(theirs), UTF_8)));
            foreign.flush();
            assertThat(sent).isDone();
            publish(4, 10);

            pumpUntil(ledger, () -> bought("held.db") == 3);
            pumpFor(ledger, Duration.ofSeconds(1));
            assertThat(bought("held.db")).as("while it is open").isEqualTo(3);
            assertThat(log.heldAt(ONLY)).hasValue(3);
            end.accept(foreign);
            pumpUntil(ledger, () -> bought("held.db") == expected);
            pumpFor(ledger, Duration.ofMillis(300));
            assertThat(bought("held.db")).isEqualTo(expected);
            assertThat(log.heldAt(ONLY)).isEmpty();
            assertThat(ledger.status().light()).isEqualTo(Light.GREEN);
        }
    }

    private Ledger ledger(String file) {
        return new Ledger(
                new ServicePorts(log, database(file), InstantSource.system(), System::nanoTime, "test"), TOPIC, 100);
    }

    private SqliteDatabase database(String file) {
        return new SqliteDatabase(folder.resolve(file), Duration.ofSeconds(5));
    }

    /** The account's position: it buys one with each fill. */
    private long bought(String file) {
        return new LedgerReader(database(file), () -> Suspects.NONE)
                .positions(Filter.account("buyer")).stream()
                        .mapToLong(position -> position.quantity().longValueExact())
                        .sum();
    }

    private void publish(int from, int to) {
        Producer.Acknowledgement acks = new Producer.Acknowledgement() {
            @Override
            public void stored(TopicPartition place, long offset) {}

            @Override
            public void duplicate(TopicPartition place) {}

            @Override
            public void failed(LogException error) {
                throw error;
            }
        };
        try (Producer producer = log.producer("test-" + System.nanoTime())) {
            for (int i = from; i <= to; i++) {
                Fill fill = fill(i);
                LogRecord record =
                        new LogRecord(fill.accountId().getBytes(UTF_8), EventJson.toBytes(fill), List.of(), 1);
                producer.send(TOPIC, OptionalInt.empty(), record, i, acks);
            }
            producer.flush();
        }
    }

    private static Fill fill(long tradeId) {
        return new Fill(
                EventIds.ofFill(tradeId, Side.BUY),
                tradeId,
                tradeId,
                tradeId,
                "buyer",
                "ABC",
                Side.BUY,
                100,
                1,
                tradeId,
                Liquidity.TAKER,
                0,
                "INR",
                2,
                0,
                2);
    }

    private org.apache.kafka.common.TopicPartition outside() {
        return new org.apache.kafka.common.TopicPartition(prefix + TOPIC, 0);
    }

    private static void pumpFor(Ledger ledger, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        pumpUntil(ledger, () -> System.nanoTime() - end >= 0);
    }

    private static void pumpUntil(Ledger ledger, BooleanSupplier reached) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as(ledger.status().toString()).isNegative();
            ledger.pump();
        }
    }
}
