package daybook.spring.example;

import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.NewJob;
import daybook.spring.OncePerJob;
import daybook.spring.TransactionalOutbox;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** An order service: its row, an event for others and a job for later are one transaction. Runs with nothing but a JDK. */
@SpringBootApplication
public class OrderApplication {
    /** What is in {@code application.properties} elsewhere. With {@code daybook.kafka.brokers} the log is Kafka. */
    public static final Map<String, Object> PROPERTIES = Map.of(
            "spring.datasource.url",
            "jdbc:sqlite:orders.db?journal_mode=WAL&synchronous=FULL&transaction_mode=IMMEDIATE&busy_timeout=10000",
            "daybook.log.directory",
            "orders-log",
            "daybook.log.topics",
            "orders.v1:4");

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(OrderApplication.class);
        application.setDefaultProperties(PROPERTIES);
        application.run(args).getBean(Orders.class).place("INFY", 10);
    }

    /** Takes orders. */
    @Service
    public static class Orders {
        private static final int MOST = 100;

        private final JdbcClient jdbc;
        private final TransactionalOutbox outbox;
        private final JobQueue jobs;

        Orders(JdbcClient jdbc, TransactionalOutbox outbox, JobQueue jobs) {
            this.jdbc = jdbc;
            this.outbox = outbox;
            this.jobs = jobs;
            jdbc.sql("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, symbol TEXT, quantity INTEGER)")
                    .update();
            jdbc.sql("CREATE TABLE IF NOT EXISTS confirmation (order_id TEXT NOT NULL)")
                    .update();
        }

        /** All three or nothing: also when the limit, which is looked at last, refuses the order. */
        @Transactional
        public String place(String symbol, int quantity) {
            String id = UUID.randomUUID().toString();
            jdbc.sql("INSERT INTO orders (id, symbol, quantity) VALUES (?, ?, ?)")
                    .params(id, symbol, quantity)
                    .update();
            outbox.add("orders.v1", symbol, "{\"order\":\"" + id + "\",\"quantity\":" + quantity + "}");
            jobs.push(NewJob.of("confirm-order", "\"" + id + "\""));
            if (quantity > MOST) {
                throw new IllegalArgumentException("quantity: " + quantity + " (expected: at most " + MOST + ")");
            }
            return id;
        }
    }

    /** Confirms an order later; the confirmation is there once, however often the job is. */
    @Component
    public static class ConfirmOrder implements JobHandler {
        private final JdbcClient jdbc;
        private final OncePerJob once;

        ConfirmOrder(JdbcClient jdbc, OncePerJob once) {
            this.jdbc = jdbc;
            this.once = once;
        }

        @Override
        public String name() {
            return "confirm-order";
        }

        @Override
        @Transactional(rollbackFor = Exception.class)
        public void run(JobContext job) {
            if (once.begin(job)) {
                String id = job.job().payload().replace("\"", "");
                jdbc.sql("INSERT INTO confirmation (order_id) VALUES (?)")
                        .params(id)
                        .update();
            }
        }
    }
}
