package daybook.spring;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import daybook.delivery.Engine;
import daybook.delivery.PostgresServer;
import daybook.delivery.jobs.JobQueue;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.spring.example.OrderApplication;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The example application, run by a test, and what can be seen of it. */
final class ExampleRun implements AutoCloseable {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    final ConfigurableApplicationContext context;
    final OrderApplication.Orders orders;
    final JdbcTemplate jdbc;

    ExampleRun(Map<String, String> properties, Class<?>... more) {
        Class<?>[] sources = Stream.concat(Stream.of(OrderApplication.class), Arrays.stream(more))
                .toArray(Class<?>[]::new);
        this.context = new SpringApplicationBuilder(sources)
                .web(WebApplicationType.NONE)
                .properties(OrderApplication.PROPERTIES)
                .run(properties.entrySet().stream()
                        .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                        .toArray(String[]::new));
        this.orders = context.getBean(OrderApplication.Orders.class);
        this.jdbc = context.getBean(JdbcTemplate.class);
    }

    /** Properties of an application whose files are in a directory. */
    static Map<String, String> in(Path dir, Engine engine) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("daybook.log.directory", dir.resolve("log").toString());
        properties.put(
                "spring.datasource.url",
                switch (engine) {
                    case SQLITE ->
                        "jdbc:sqlite:" + dir.resolve("orders.db")
                                + "?journal_mode=WAL&synchronous=FULL&transaction_mode=IMMEDIATE&busy_timeout=10000";
                    case POSTGRESQL -> schema();
                });
        properties.put("spring.main.banner-mode", "off");
        return properties;
    }

    private static String schema() {
        String url = PostgresServer.shared().url();
        String schema = "orders_" + SCHEMAS.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url);
                Statement create = connection.createStatement()) {
            create.execute("CREATE SCHEMA " + schema);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }

    long rows(String table) {
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
        return count == null ? 0 : count;
    }

    /** Events on the topic, by their bodies. */
    long events() {
        Log log = context.getBean(Log.class);
        return IntStream.range(0, 4)
                .mapToLong(partition -> log.endOffset(new TopicPartition("orders.v1", partition)))
                .sum();
    }

    /** Waits until nothing is on its way. */
    void settle() {
        JobQueue jobs = context.getBean(JobQueue.class);
        await().atMost(30, SECONDS)
                .until(() -> jobs.size().size() == 0 && rows("outbox WHERE sent_at_ms IS NULL") == 0);
    }

    @Override
    public void close() {
        context.close();
    }
}
