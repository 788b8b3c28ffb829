package daybook.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.LogQueue;
import daybook.delivery.jobs.log.LogQueueWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue on a real broker, with its cursors in a real PostgreSQL: what others see of it there, and what they do to its topic. */
class LogQueueOnKafkaTest {
    private final TestBroker broker = TestBroker.shared();
    private final Map<String, String> environment = broker.environment();
    private final String prefix = Objects.requireNonNull(environment.get("KAFKA_TOPIC_PREFIX"));
    private final Map<String, Object> plain = Map.of("bootstrap.servers", broker.address());
    private final LogQueueWorld world = new LogQueueWorld(Engine.POSTGRESQL, QueuesOnKafka.log(broker, environment));

    @AfterEach
    void close() {
        world.close();
    }

    /** R13: as kafka-consumer-groups counts it, committed offset and end of each partition, by the group's name with its prefix. */
    @Test
    void kafkasOwnToolsSeeTheLag() throws Exception {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 5; i++) {
            queue.push(world.in(0, "" + i));
            queue.push(world.in(3, "" + i));
        }
        for (int i = 0; i < 7; i++) {
            queue.acknowledge(queue.reserve().orElseThrow());
        }
        queue.close();

        assertThat(lag(prefix + "jobs.work"))
                .isEqualTo(3)
                .isEqualTo(world.queue().size().size());
    }

    /** R9. */
    @Test
    void sixPartitionsAreSixInFlightAndASeventhWorkerWaits() {
        world.withTopics();
        LogQueue pusher = world.queue();
        for (int partition = 0; partition < LogQueueWorld.PARTITIONS; partition++) {
            pusher.push(world.in(partition, "a"));
            pusher.push(world.in(partition, "b"));
        }
        List<LogQueue> workers = new ArrayList<>();
        List<Reserved> inFlight = new ArrayList<>();
        for (int i = 0; i < LogQueueWorld.PARTITIONS; i++) {
            workers.add(world.queue());
            inFlight.add(workers.get(i).reserve().orElseThrow());
        }
        LogQueue seventh = world.queue();

        assertThat(seventh.reserve()).isEmpty();
        assertThat(pusher.size()).isEqualTo(new QueueSize(12, 6, 6));
        assertThat(workers.get(2).acknowledge(inFlight.get(2))).isTrue();
        workers.get(2).close();
        assertThat(seventh.reserve())
                .hasValueSatisfying(next -> assertThat(next.job().payload()).isEqualTo("b"));
    }

    /** R17. */
    @Test
    void whatRetentionTookIsCountedAsLost() throws Exception {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 6; i++) {
            queue.push(world.in(1, "" + i));
        }
        queue.acknowledge(queue.reserve().orElseThrow());
        queue.close();
        try (Admin admin = Admin.create(plain)) {
            admin.deleteRecords(Map.of(outside(1), RecordsToDelete.beforeOffset(4)))
                    .all()
                    .get();
        }

        LogQueue restarted = world.queue();
        assertThat(restarted.size().size()).isEqualTo(2);
        assertThat(LogQueueWorld.work(restarted)).containsExactly("4#1", "5#1");
        assertThat(restarted.lost()).isEqualTo(3);
    }

    /** A transaction's marks take offsets, and what was aborted is there and is not read. */
    @Test
    void transactionsOfOthersLeaveNoJobsBehind() throws Exception {
        world.withTopics();
        LogQueue queue = world.queue();
        queue.push(world.in(2, "a"));
        transaction(false);
        queue.push(world.in(2, "b"));
        transaction(true);

        assertThat(queue.size().size())
                .as("two jobs, and a record that is none")
                .isEqualTo(3);
        assertThat(LogQueueWorld.work(queue)).containsExactly("a#1", "b#1");
        assertThat(queue.failed(9)).hasSize(1);
        assertThat(queue.size()).isEqualTo(new QueueSize(0, 0, 0));
        queue.close();
        assertThat(lag(prefix + "jobs.work")).isZero();
    }

    /** R21. */
    @Test
    void aMissingTopicIsNamedAndStaysMissing() {
        LogQueue queue = world.queue();

        assertThatThrownBy(() -> queue.push(world.in(0, "a")))
                .isInstanceOfSatisfying(
                        JobQueueException.class, e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.NO_TOPIC))
                .hasMessageContaining(world.settings.topic());
        assertThat(world.log.topics()).isEmpty();
    }

    /** R20: each call has an end by the wall's clock, though nobody answers. */
    @Test
    void withoutABrokerEachCallEndsInItsTime() {
        try (LogQueueWorld alone = new LogQueueWorld(Engine.POSTGRESQL, QueuesOnKafka.nowhere(Duration.ofSeconds(1)))) {
            LogQueue queue = alone.queue();
            for (Runnable call : List.<Runnable>of(() -> queue.push(alone.in(0, "a")), queue::reserve, queue::size)) {
                long beganNs = System.nanoTime();
                assertThatThrownBy(call::run)
                        .isInstanceOfSatisfying(
                                JobQueueException.class,
                                e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.AWAY));
                assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isLessThan(Duration.ofSeconds(5));
            }
        }
    }

    private void transaction(boolean commit) {
        Map<String, Object> settings = new HashMap<>(plain);
        settings.put("transactional.id", prefix + commit);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> sent =
                    producer.send(new ProducerRecord<>(prefix + world.settings.topic(), 2, "k", "not a job"));
            producer.flush();
            assertThat(sent).isDone();
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    private TopicPartition outside(int partition) {
        return new TopicPartition(prefix + world.settings.topic(), partition);
    }

    private long lag(String group) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(plain)) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            assertThat(committed).isNotEmpty();
            long lag = 0;
            for (Map.Entry<TopicPartition, OffsetAndMetadata> at : committed.entrySet()) {
                ListOffsetsResultInfo end = admin.listOffsets(Map.of(at.getKey(), OffsetSpec.latest()))
                        .partitionResult(at.getKey())
                        .get();
                lag += end.offset()
                        - Optional.ofNullable(at.getValue())
                                .map(OffsetAndMetadata::offset)
                                .orElse(0L);
            }
            return lag;
        }
    }
}
