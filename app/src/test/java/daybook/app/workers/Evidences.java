package daybook.app.workers;

import daybook.app.jobs.JobSettings.Driver;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the tables by plain SQL and the topics by Kafka's consumer: no code of the queues. */
final class Evidences {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final WorkerPlan plan;

    Evidences(WorkerPlan plan) {
        this.plan = plan;
    }

    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    Evidence read(Set<String> pushed) throws SQLException {
        List<Evidence.Begun> begun = rows(
                "SELECT id, name, attempt, token, worker, at FROM chores.begun",
                row -> new Evidence.Begun(
                        row.getString(1),
                        Chore.named(row.getString(2)),
                        row.getInt(3),
                        row.getLong(4),
                        row.getString(5),
                        row.getTimestamp(6).toInstant()));
        List<Evidence.Effect> effects = rows(
                "SELECT id, token, at FROM chores.effect",
                row -> new Evidence.Effect(
                        row.getString(1), row.getLong(2), row.getTimestamp(3).toInstant()));
        if (plan.driver() == Driver.DATABASE) {
            return new Evidence(pushed, begun, effects, failedInTheTable(), Map.of(), Map.of(), Map.of());
        }
        List<ConsumerRecord<byte[], byte[]>> jobs = records(WorkerPlan.TOPIC);
        List<ConsumerRecord<byte[], byte[]>> failed = records(WorkerPlan.TOPIC + ".failed");
        return new Evidence(
                pushed,
                begun,
                effects,
                failed.stream()
                        .map(record -> new Evidence.Failed(
                                header(record, "ce_id"),
                                header(record, "error"),
                                Integer.parseInt(header(record, "attempts"))))
                        .toList(),
                copies(jobs, failed),
                carried(jobs),
                plan.driver() == Driver.LOG ? partitions(jobs) : Map.of());
    }

    long number(String sql) throws SQLException {
        return rows(sql, row -> row.getLong(1)).get(0);
    }

    private List<Evidence.Failed> failedInTheTable() throws SQLException {
        return rows(
                "SELECT id, reason, attempts FROM jobs.job_failed",
                row -> new Evidence.Failed(row.getString(1), row.getString(2), row.getInt(3)));
    }

    /** A record is followed by one, on either topic: the retry, or what was given up. */
    private static Map<String, Integer> copies(
            List<ConsumerRecord<byte[], byte[]>> jobs, List<ConsumerRecord<byte[], byte[]>> failed) {
        Map<String, Integer> copies = new HashMap<>();
        Set<String> followed = new HashSet<>();
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>(jobs);
        all.addAll(failed);
        for (ConsumerRecord<byte[], byte[]> record : all) {
            String before = header(record, record.topic().endsWith(".failed") ? "failed-from" : "retry-of");
            if (!before.isEmpty() && !followed.add(before)) {
                copies.merge(header(record, "ce_id"), 2, (known, two) -> known + 1);
            }
        }
        return copies;
    }

    private static Map<String, List<Integer>> carried(List<ConsumerRecord<byte[], byte[]>> jobs) {
        return jobs.stream()
                .collect(Collectors.groupingBy(
                        record -> header(record, "ce_id"),
                        Collectors.mapping(
                                record -> Integer.parseInt(header(record, "attempts")), Collectors.toList())));
    }

    private static Map<String, Integer> partitions(List<ConsumerRecord<byte[], byte[]>> jobs) {
        Map<String, Integer> partitions = new HashMap<>();
        jobs.forEach(record -> partitions.put(header(record, "ce_id"), record.partition()));
        return partitions;
    }

    private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", plan.brokers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> places = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            Map<TopicPartition, Long> ends = consumer.endOffsets(places);
            while (places.stream().anyMatch(place -> consumer.position(place) < ends.getOrDefault(place, 0L))) {
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private <T> List<T> rows(String sql, Row<T> reading) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(plan.database());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(reading.of(row));
            }
        }
        return rows;
    }
}
