package daybook.publisher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.log.Log;
import daybook.log.Partitioner;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.kafka.Broker;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import daybook.log.kafka.LossyProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** P6 to P13 and P17 on a real broker that is killed, frozen, stopped, and put back to an earlier copy of its files. */
class KafkaOutagesTest {
    private static final String TOPIC = MemoryLog.TOPIC;
    private static final int PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(200);

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Broker broker;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        broker = Broker.startOrSkip();
    }

    @AfterAll
    static void end() {
        broker.close();
    }

    /** T-8: whatever becomes of the broker: nobody throws, the lag shows it, then all is there, in order, under its key. */
    @Test
    void anOutageOfAnyKindCostsLagAndNothingElse() throws IOException, InterruptedException {
        try (Chain chain = new Chain("outage.", Variants.AS_IT_IS)) {
            chain.tradeAndCatchUp(60_000);

            broker.pause();
            chain.tradeUntilTheLagShows();
            broker.resume();
            chain.catchUp();
            broker.kill();
            chain.tradeUntilTheLagShows();
            broker.restart();
            chain.catchUp();
            broker.stop();
            chain.tradeUntilTheLagShows();
            broker.restart();
            chain.tradeAndCatchUp(40_000);

            assertThat(chain.publisher.status().errors()).isPositive();
            assertThat(chain.firstCopies()).isEqualTo(chain.journal.history());
            chain.everyCopyLiesUnderItsKey();
            chain.firstCopiesRiseInEachPartition();
        }
    }

    /**
     * RELIABILITY 0.1: a broker without replicas that lost power comes back without what it had acknowledged. A publisher that
     * was running, and one that was started anew, notice and send it again; one that believes its checkpoint never does.
     */
    @Test
    void whatABrokerLostAfterAcknowledgingItIsSentAgain() throws IOException, InterruptedException {
        try (Chain running = new Chain("running.", Variants.AS_IT_IS);
                Chain restarted = new Chain("restarted.", Variants.AS_IT_IS);
                Chain believing = new Chain("believing.", Variants.DOES_NOT_RECONCILE)) {
            List<Chain> all = List.of(running, restarted, believing);
            for (Chain chain : all) {
                chain.tradeAndCatchUp(300);
            }
            broker.stop();
            copy(broker.data(), folder.resolve("earlier"));
            broker.restart();
            for (Chain chain : all) {
                chain.tradeAndCatchUp(300);
            }
            broker.kill();
            delete(broker.data());
            copy(folder.resolve("earlier"), broker.data());
            broker.restart();

            restarted.startAnew();
            believing.startAnew();
            for (Chain chain : all) {
                chain.tradeAndCatchUp(100);
            }

            assertThat(running.firstCopies()).isEqualTo(running.journal.history());
            assertThat(restarted.firstCopies()).isEqualTo(restarted.journal.history());
            assertThat(believing.firstCopies())
                    .as("the planted bug: no reconcile")
                    .hasSize(400);
        }
    }

    @Test
    void aFirstStartWithoutABrokerWaitsAndThenPublishesTheWholeJournal() throws IOException, InterruptedException {
        try (Chain chain = new Chain("first.", Variants.AS_IT_IS)) {
            broker.stop();
            chain.tradeUntilTheLagShows();

            assertThat(chain.publisher.status().connected()).isFalse();
            assertThat(chain.publisher.status().lastError()).startsWith(TOPIC);
            broker.restart();
            chain.catchUp();
            assertThat(chain.firstCopies()).isEqualTo(chain.journal.history());
        }
    }

    /** T-8: 5 ms for each 8 KiB, both ways, and every 60 KiB the connection breaks in the middle of a message. */
    @Test
    void aLinkThatIsSlowAndBreaksCostsTimeAndNothingElse() throws IOException, InterruptedException {
        try (LossyProxy link = new LossyProxy();
                Broker beyond = Broker.start(Map.of("advertised.listeners", "PLAINTEXT://" + link.address()))) {
            link.leadTo(beyond.address());
            try (Chain chain = new Chain(link.address(), "slow.", Variants.AS_IT_IS)) {
                chain.tradeAndCatchUp(1_000);
                link.slow(8 << 10, Duration.ofMillis(5));
                link.breakEvery(60 << 10);

                chain.tradeAndCatchUp(8_000);

                System.out.println("breaks of the link: " + link.breaks());
                assertThat(link.breaks()).isGreaterThan(5);
                link.mend();
                assertThat(chain.firstCopies()).isEqualTo(chain.journal.history());
                chain.everyCopyLiesUnderItsKey();
                chain.firstCopiesRiseInEachPartition();
            }
        }
    }

    /** Kafka's client is built anew for each attempt; what it leaves behind would add up over an outage of hours. */
    @Test
    @EnabledIfSystemProperty(named = "daybook.long", matches = "true")
    void aLongOutageOfARealBrokerCostsNoMemory() throws IOException, InterruptedException {
        try (Chain chain = new Chain("memory.", Variants.AS_IT_IS)) {
            chain.tradeAndCatchUp(30_000);
            broker.pause();
            chain.tradeUntilTheLagShows();
            long first = chain.heapAfter(Duration.ofSeconds(20));
            long last = chain.heapAfter(Duration.ofSeconds(60));
            broker.resume();
            chain.catchUp();

            System.out.printf(
                    "heap after an outage of 20 s: %,d KiB, of 80 s with %d failed attempts: %,d KiB%n",
                    first >> 10, chain.publisher.status().errors(), last >> 10);
            assertThat(last).isLessThan(first + (2 << 20));
        }
    }

    /** K-12: somebody made the topic narrower than our events. The event, the limit and where it is set are told; nothing spins. */
    @Test
    void anEventThatTheTopicDoesNotTakeIsNamedAndSentOnceItDoes() throws ExecutionException, InterruptedException {
        try (Chain chain = new Chain("narrow.", Variants.AS_IT_IS)) {
            chain.tradeAndCatchUp(10);
            limit("narrow." + TOPIC, "80");

            chain.tradeUntilTheLagShows();
            long errors = chain.publisher.status().errors();
            chain.pumpFor(Duration.ofSeconds(2));

            assertThat(chain.publisher.status().lastError())
                    .matches(
                            "seq 1\\d, a body of \\d+ bytes: events-\\d: the record, even compressed, is larger than the"
                                    + " topic takes \\(expected: up to 80 bytes, max.message.bytes of the topic\\)");
            assertThat(chain.publisher.status().errors() - errors)
                    .as("tries in two seconds, with pauses of 200 ms")
                    .isLessThanOrEqualTo(10);

            limit("narrow." + TOPIC, "1048576");
            chain.catchUp();
            assertThat(chain.firstCopies()).isEqualTo(chain.journal.history());
        }
    }

    private static void limit(String topic, String bytes) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            AlterConfigOp set =
                    new AlterConfigOp(new ConfigEntry("max.message.bytes", bytes), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all().get();
        }
    }

    /** A journal that grows, and its publisher on a topic of its own. */
    private static final class Chain implements AutoCloseable {
        private final MemoryJournal journal = new MemoryJournal();
        private final MemoryCheckpoint checkpoint = new MemoryCheckpoint();
        private final Variants variant;
        private final Log log;
        private JournalPublisher publisher;

        Chain(String prefix, Variants variant) {
            this(broker.address(), prefix, variant);
        }

        Chain(String address, String prefix, Variants variant) {
            this.variant = variant;
            log = KafkaLog.open(KafkaLogSettings.of(System::nanoTime, address)
                    .withPrefix(prefix)
                    .withTimeout(Duration.ofSeconds(2)));
            log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
            publisher = open();
        }

        void tradeAndCatchUp(int events) {
            journal.write(events);
            journal.force();
            catchUp();
        }

        /** The line is saved once it has moved, as it is once per interval. */
        void catchUp() {
            pumpUntil(() -> publisher.status().lag() == 0);
            pumpUntil(() -> checkpoint.load().line() == journal.durableSeq());
        }

        void tradeUntilTheLagShows() {
            pumpUntil(() -> {
                journal.write(10);
                journal.force();
                PublisherStatus status = publisher.status();
                return !status.connected() && status.lag() > 0 && status.errors() > 0;
            });
        }

        /** Goes on without new events for so long. Returns the bytes that are in use then. */
        long heapAfter(Duration time) {
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                if (publisher.pump() == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            return OutageMemoryTest.heap();
        }

        void pumpFor(Duration time) {
            long end = System.nanoTime() + time.toNanos();
            pumpUntil(() -> System.nanoTime() - end >= 0);
        }

        /** Without an orderly end, from the checkpoint. */
        void startAnew() {
            publisher = open();
        }

        List<Event> firstCopies() {
            Map<Long, Event> bySeq = new HashMap<>();
            for (StoredRecord record : stored()) {
                Event event = EventJson.readEvent(record.record().value());
                bySeq.putIfAbsent(event.seq(), event);
            }
            return bySeq.values().stream()
                    .sorted(Comparator.comparingLong(Event::seq))
                    .toList();
        }

        void everyCopyLiesUnderItsKey() {
            for (StoredRecord record : stored()) {
                byte[] key = EventJson.readEvent(record.record().value()).key().getBytes(UTF_8);
                boolean own = Arrays.equals(record.record().key(), key);
                assertThat(own && record.place().partition() == Partitioner.partition(key, PARTITIONS))
                        .as(record.place() + " offset " + record.offset())
                        .isTrue();
            }
        }

        void firstCopiesRiseInEachPartition() {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                Set<Long> firstCopies = new LinkedHashSet<>();
                stored(partition).forEach(record -> firstCopies.add(EventRecord.seqOf(record.record())));
                assertThat(new ArrayList<>(firstCopies)).isSorted();
            }
        }

        private JournalPublisher open() {
            PublisherPorts ports =
                    new PublisherPorts(journal, log, checkpoint, InstantSource.system(), System::nanoTime);
            return new JournalPublisher(
                    variant.of(ports), new PublisherSettings(TOPIC, true, 1_000, 20_000, SHORT, SHORT));
        }

        private void pumpUntil(BooleanSupplier reached) {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!reached.getAsBoolean()) {
                assertThat(System.nanoTime() - end)
                        .as(publisher.status().toString())
                        .isNegative();
                publisher.pump();
            }
        }

        private List<StoredRecord> stored() {
            List<StoredRecord> all = new ArrayList<>();
            for (int p = 0; p < PARTITIONS; p++) {
                all.addAll(stored(p));
            }
            return all;
        }

        private List<StoredRecord> stored(int partition) {
            TopicPartition place = new TopicPartition(TOPIC, partition);
            List<StoredRecord> records = new ArrayList<>();
            long next = log.startOffset(place);
            while (next < log.endOffset(place)) {
                List<StoredRecord> read = log.read(place, next, 10_000);
                records.addAll(read);
                next = read.get(read.size() - 1).offset() + 1;
            }
            return records;
        }

        @Override
        public void close() {
            publisher.close();
            log.close();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
