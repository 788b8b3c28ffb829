package daybook.spring;

import static daybook.spring.PropertyException.require;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application can set. An unknown key below {@code daybook} stops the start.
 *
 * @param enabled false = no beans at all
 * @param service names the outbox's producer on the log: the same for ever
 * @param drain so long the end of the context waits for what is on its way, per part; 0 to 1 hour
 * @param database how the parts that work in the background reach the application's database
 * @param log where the log is if there are no brokers
 */
@ConfigurationProperties(prefix = "daybook", ignoreUnknownFields = false)
public record DaybookProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("application") String service,
        @DefaultValue("10s") Duration drain,
        @DefaultValue DatabaseAccess database,
        @DefaultValue LogFiles log,
        @DefaultValue KafkaProperties kafka,
        @DefaultValue Relay outbox,
        @DefaultValue Jobs jobs,
        @DefaultValue Broadcast broadcast) {
    private static final String NAME = "[A-Za-z0-9._-]{1,100}";
    private static final Duration LONGEST = Duration.ofHours(1);

    public DaybookProperties {
        require(service.matches(NAME), "daybook.service", service, "1 to 100 letters, digits, '.', '_' or '-'");
        requireTime("daybook.drain", drain, Duration.ZERO);
    }

    /**
     * The application's own database, for connections beside its pool. Taken from {@code spring.datasource.*} or the Hikari pool where
     * {@code url} is not set; SQLite needs none of it.
     *
     * @param url JDBC URL of PostgreSQL, or nothing
     * @param deadline wall-clock end of connecting and of waiting for a lock; 1 ms to 1 hour
     */
    public record DatabaseAccess(
            @DefaultValue("") String url,
            @DefaultValue("") String username,
            @DefaultValue("") String password,
            @DefaultValue("10s") Duration deadline) {
        public DatabaseAccess {
            requireTime("daybook.database.deadline", deadline, Duration.ofMillis(1));
        }

        /** No secrets. */
        @Override
        public String toString() {
            return "DatabaseAccess[deadline=" + deadline + "]";
        }
    }

    /**
     * The embedded log.
     *
     * @param directory its files; one process at a time
     * @param topics made there at the start: {@code NAME:PARTITIONS}. On Kafka nothing is made
     */
    public record LogFiles(
            @DefaultValue("daybook-log") Path directory,
            @DefaultValue List<String> topics) {
        public LogFiles {
            topics = List.copyOf(topics);
            for (String topic : topics) {
                require(
                        topic.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}:([1-9][0-9]{0,2}|1000)"),
                        "daybook.log.topics",
                        topic,
                        "NAME:PARTITIONS, 1 to 1000 of them, with commas between topics");
            }
        }
    }

    /**
     * The outbox's relay.
     *
     * @param relay whether this process sends; of several that do, one at a time works
     * @param batch most rows in one flush, 1 to 10000
     * @param keepSent sent rows are deleted when they are older
     */
    public record Relay(
            @DefaultValue("true") boolean relay,
            @DefaultValue("500") int batch,
            @DefaultValue("1d") Duration keepSent) {
        public Relay {
            require(batch >= 1 && batch <= 10_000, "daybook.outbox.batch", batch, "1..10000");
            require(!keepSent.isNegative(), "daybook.outbox.keep-sent", keepSent, "0 or more");
        }
    }

    /**
     * Jobs in the application's database.
     *
     * @param worker whether this process does jobs, if it has handlers
     * @param queues in the order of their priority; what is pushed goes to the first
     * @param slots jobs at once, 1 to 256
     * @param lease for how long a job is a worker's unless it is renewed; longer than the timeout of every handler; 1 s to 1 day
     */
    public record Jobs(
            @DefaultValue("true") boolean worker,
            @DefaultValue("default") List<String> queues,
            @DefaultValue("2") int slots,
            @DefaultValue("90s") Duration lease) {
        public Jobs {
            queues = List.copyOf(queues);
            require(
                    !queues.isEmpty()
                            && queues.stream().distinct().count() == queues.size()
                            && queues.stream().allMatch(queue -> queue.matches(NAME)),
                    "daybook.jobs.queues",
                    String.join(",", queues),
                    "at least one name, each once");
            require(slots >= 1 && slots <= 256, "daybook.jobs.slots", slots, "1..256");
            require(
                    lease.compareTo(Duration.ofSeconds(1)) >= 0 && lease.compareTo(Duration.ofDays(1)) <= 0,
                    "daybook.jobs.lease",
                    text(lease),
                    "1 s to 1 day");
        }
    }

    /**
     * What goes to listeners at once or not at all.
     *
     * @param topic made at the start on an embedded log, with 6 partitions and a day's retention
     * @param capacity messages that may wait for the log; the next one is lost, and counted; 1 to 1000000
     */
    public record Broadcast(
            @DefaultValue("broadcasts.v1") String topic,
            @DefaultValue("10000") int capacity) {
        public Broadcast {
            require(
                    topic.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}"),
                    "daybook.broadcast.topic",
                    topic,
                    "1 to 200 of A-Z a-z 0-9 . _ -");
            require(capacity >= 1 && capacity <= 1_000_000, "daybook.broadcast.capacity", capacity, "1..1000000");
        }
    }

    private static void requireTime(String name, Duration value, Duration least) {
        require(
                value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0,
                name,
                text(value),
                least.toMillis() + " ms to 1 hour");
    }

    private static String text(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
