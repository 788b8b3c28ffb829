package daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.delivery.Engine;
import daybook.log.kafka.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documented example on a real broker, which dies and comes back; what it holds is read by Kafka's own consumer. */
class ExampleOnKafkaTest {
    private static final int ORDERS = 10;
    private static final int PARTITIONS = 4;
    private static final Pattern ORDER = Pattern.compile("\"order\":\"([^\"]+)\"");

    private static Broker broker;

    @TempDir
    Path dir;

    @BeforeAll
    static void start() {
        broker = Broker.startOrSkip();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void ordersGoOnWithoutTheBrokerAndTheirEventsFollow() throws Exception {
        createTopic();
        Map<String, String> properties = ExampleRun.in(dir, Engine.SQLITE);
        properties.put("daybook.kafka.brokers", broker.address());
        properties.put("daybook.kafka.timeout", "3s");
        Set<String> placed = new HashSet<>();
        try (ExampleRun run = new ExampleRun(properties)) {
            place(run, placed);
            run.settle();
            assertThat(ordersOnTheTopic()).isEqualTo(placed);

            broker.kill();
            place(run, placed);
            await().atMost(Duration.ofSeconds(30)).until(() -> run.rows("confirmation") == 2 * ORDERS);
            assertThat(run.rows("outbox WHERE sent_at_ms IS NULL")).isEqualTo(ORDERS);

            broker.restart();
            run.settle();
            assertThat(run.rows("confirmation")).isEqualTo(2 * ORDERS);
        }
        assertThat(ordersOnTheTopic()).isEqualTo(placed);
    }

    private static void place(ExampleRun run, Set<String> placed) {
        for (int i = 0; i < ORDERS; i++) {
            placed.add(run.orders.place("S" + i, 1));
        }
    }

    private static void createTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(List.of(new NewTopic("orders.v1", PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    private static Set<String> ordersOnTheTopic() {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.address(), "enable.auto.commit", false);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> places = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition("orders.v1", partition))
                    .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            long end = consumer.endOffsets(places).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            Set<String> orders = new HashSet<>();
            for (long read = 0; read < end; ) {
                for (var event : consumer.poll(Duration.ofSeconds(1))) {
                    read++;
                    Matcher order = ORDER.matcher(event.value());
                    assertThat(order.find()).as(event.value()).isTrue();
                    orders.add(order.group(1));
                }
            }
            return orders;
        }
    }
}
