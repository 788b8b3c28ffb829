package daybook.app.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Topics as tables of JSON, to be computed with by SQL and nothing else: read by Kafka's plain client up to end offsets that were
 * measured beforehand. Shares no code with what is judged.
 */
final class TopicInSql implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int ROWS = 5_000;

    private final KafkaConsumer<byte[], byte[]> reader;

    TopicInSql(String brokers) {
        reader = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** How many records all partitions of a topic have ever had. */
    long end(String topic) {
        return ends(topic).values().stream().mapToLong(Long::longValue).sum();
    }

    /** Makes {@code table} with the column {@code body} and a row for each record of the topic. Returns how many. */
    long copy(String topic, Connection connection, String table) throws SQLException {
        Map<TopicPartition, Long> ends = ends(topic);
        try (Statement make = connection.createStatement()) {
            make.execute("CREATE TABLE " + table + " (body JSONB NOT NULL)");
        }
        reader.assign(ends.keySet());
        reader.seekToBeginning(ends.keySet());
        long rows = 0;
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        try (PreparedStatement add =
                connection.prepareStatement("INSERT INTO " + table + " (body) VALUES (CAST(? AS JSONB))")) {
            while (!ends.entrySet().stream().allMatch(end -> reader.position(end.getKey()) >= end.getValue())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(topic + ": not read within " + DEADLINE + ", " + rows + " records");
                }
                for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(200))) {
                    add.setString(1, new String(record.value(), UTF_8));
                    add.addBatch();
                    if (++rows % ROWS == 0) {
                        add.executeBatch();
                    }
                }
            }
            add.executeBatch();
        }
        return rows;
    }

    /** All rows of a query, as text. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    cells.add(row.getMetaData().getColumnLabel(i) + "=" + row.getString(i));
                }
                rows.add(String.join(" ", cells));
            }
        }
        return rows;
    }

    private Map<TopicPartition, Long> ends(String topic) {
        return reader.endOffsets(reader.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList());
    }

    @Override
    public void close() {
        reader.close();
    }
}
