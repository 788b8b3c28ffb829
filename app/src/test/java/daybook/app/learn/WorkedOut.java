package daybook.app.learn;

import daybook.delivery.ConsumerOptions;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.lab.study.CrashPlan;
import daybook.lab.study.DeadlinePlan;
import daybook.lab.study.PhantomPlan;
import daybook.log.GroupOptions;
import daybook.log.Partitioner;
import daybook.log.kafka.KafkaLogSettings;
import daybook.publisher.PublisherSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Numbers that follow from the classes: settings as they are, and small sums. */
final class WorkedOut {
    static final List<String> SYMBOLS = List.of("INFY", "TCS", "HDFCBANK", "RELIANCE", "HDFC");
    private static final int MANY = 1_000;

    private WorkedOut() {}

    static Map<String, String> numbers() {
        Map<String, String> numbers = new TreeMap<>();
        settings(numbers);
        partitions(numbers);
        sums(numbers);
        return numbers;
    }

    private static void settings(Map<String, String> numbers) {
        put(numbers, "ring-slots", ExchangeSettings.DEFAULT.ringSlots());
        put(numbers, "batch-commands", ExchangeSettings.DEFAULT.batchCommands());
        PublisherSettings publisher = PublisherSettings.of("any");
        put(numbers, "publisher-in-flight", publisher.maxInFlight());
        put(numbers, "publisher-batch", publisher.batch());
        put(numbers, "checkpoint-seconds", publisher.checkpointEvery().toSeconds());
        put(numbers, "publisher-retry-seconds", publisher.retryAfter().toSeconds());
        put(numbers, "attempts", ConsumerOptions.DEFAULT_ATTEMPTS);
        put(
                numbers,
                "deadline-seconds",
                KafkaLogSettings.of(() -> 0, "a:1").timeout().toSeconds());
        put(
                numbers,
                "session-seconds",
                GroupOptions.of("any", GroupOptions.Start.EARLIEST, "any")
                        .sessionTimeout()
                        .toSeconds());
        for (Topic topic : Topics.ALL) {
            put(numbers, "partitions-of-" + topic.name(), topic.partitions());
            if (!topic.retention().equals(Topic.FOREVER)) {
                put(numbers, "days-of-" + topic.name(), topic.retention().toDays());
            }
        }
    }

    private static void partitions(Map<String, String> numbers) {
        for (String symbol : SYMBOLS) {
            for (int count : List.of(3, 4)) {
                put(numbers, symbol + "-of-" + count, partition(symbol, count));
            }
        }
        put(numbers, "empty-of-3", partition("", 3));
        put(
                numbers,
                "moved-of-1000",
                IntStream.range(0, MANY)
                        .filter(i -> partition("account-" + i, 3) != partition("account-" + i, 4))
                        .count());
        put(numbers, "thousand", MANY);
        put(numbers, "zero", 0);
        put(numbers, "five", 5);
        put(numbers, "three", 3);
        put(numbers, "four", 4);
    }

    private static void sums(Map<String, String> numbers) {
        int batch = CrashPlan.PUBLISHED.batch();
        put(numbers, "steps-of-a-batch", batch + 1L);
        put(numbers, "mean-of-a-batch", IntStream.rangeClosed(0, batch).sum() / (batch + 1L));
        put(numbers, "published-days", CrashPlan.PUBLISHED.days());
        put(numbers, "published-fills", CrashPlan.PUBLISHED.fills());
        put(numbers, "published-accounts", CrashPlan.PUBLISHED.accounts());
        put(numbers, "published-stocks", CrashPlan.STOCKS);
        put(numbers, "published-partitions", CrashPlan.PARTITIONS);
        put(numbers, "published-batch", batch);
        put(numbers, "published-crashes", CrashPlan.PUBLISHED.crashes());
        put(numbers, "published-all-crashes", (long) CrashPlan.PUBLISHED.days() * CrashPlan.PUBLISHED.crashes());
        PhantomPlan phantom = PhantomPlan.USUAL;
        put(numbers, "phantom-durable", phantom.durableEvents());
        put(numbers, "phantom-first-lost", phantom.durableEvents() + 1L);
        put(numbers, "phantom-last-lost", phantom.durableEvents() + 3L * phantom.lostTrades());
        put(numbers, "outage-seconds", DeadlinePlan.USUAL.outage().toSeconds());
        put(numbers, "kafka-major", kafkaMajor());
        GroupCommit together = GroupCommit.together();
        put(numbers, "commit-commands", together.commands());
        put(numbers, "commit-forces", together.forces());
        put(numbers, "commit-forces-singly", GroupCommit.singly().forces());
    }

    /** Of the client and the broker that are in use. */
    private static long kafkaMajor() {
        try (InputStream told = WorkedOut.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(told));
            return Long.parseLong(properties.getProperty("version").split("[.]", -1)[0]);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static int partition(String key, int partitions) {
        return Partitioner.partition(key.getBytes(StandardCharsets.UTF_8), partitions);
    }

    private static void put(Map<String, String> numbers, String name, long value) {
        numbers.put(name, NumberFormat.getInstance(Locale.ROOT).format(value));
    }
}
