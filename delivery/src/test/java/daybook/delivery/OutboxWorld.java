package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** An outbox and the topic that it is published on. */
final class OutboxWorld {
    static final String TOPIC = "messages";

    final MemoryLog log;
    final ManualTime time = new ManualTime();
    final Outbox outbox = new Outbox(time);
    final Database database;
    final Writer writer;

    OutboxWorld(Engine engine, Path dir) {
        this(engine, dir, new MemoryLog(true));
        log.createTopic(new TopicSpec(TOPIC, 4, Retention.UNLIMITED));
    }

    /** Beside a log that is there already, with the topic. */
    OutboxWorld(Engine engine, Path dir, MemoryLog log) {
        this.log = log;
        database = engine.open(dir, "outbox");
        Migrations.migrate(database, "daybook/delivery/testdb");
        writer = new Writer(database);
    }

    void add(String key, String body) throws SQLException {
        outbox.add(writer.transaction(), List.of(message(key, body)));
        writer.commit();
    }

    /** Adds the numbers from 1 on, each as a message of its own, under one key. */
    void addNumbers(int to) throws SQLException {
        outbox.add(
                writer.transaction(),
                numbers(to).stream().map(number -> message("k", number)).toList());
        writer.commit();
    }

    /** As if the transaction that took this number had been the slower one. */
    void addWithNumber(long n, String body) throws SQLException {
        Connection connection = writer.transaction();
        try (PreparedStatement add = connection.prepareStatement(
                "INSERT INTO outbox (n, topic, record_key, headers, body, created_at_ms) VALUES (?, ?, ?, ?, ?, 0)")) {
            add.setLong(1, n);
            add.setString(2, TOPIC);
            add.setBytes(3, bytes("k"));
            add.setBytes(4, new byte[0]);
            add.setBytes(5, bytes(body));
            add.executeUpdate();
        }
        writer.commit();
    }

    static OutboxMessage message(String key, String body) {
        return new OutboxMessage(TOPIC, bytes(key), List.of(), bytes(body));
    }

    OutboxRelay relay(int batch) {
        return relay(new Writer(database), log, batch);
    }

    OutboxRelay relay(Writer with, Log to, int batch) {
        return new OutboxRelay(
                with,
                to,
                new OutboxRelay.Options("test", batch, Duration.ofHours(1)),
                new OutboxRelay.Time(time, time::nanos));
    }

    List<String> published() {
        return log.all(TOPIC).stream()
                .map(stored -> new String(stored.record().value(), StandardCharsets.UTF_8))
                .toList();
    }

    List<String> numbers(int to) {
        List<String> numbers = new ArrayList<>();
        for (int i = 1; i <= to; i++) {
            numbers.add("" + i);
        }
        return numbers;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = writer.transaction().createStatement()) {
            statement.execute(sql);
        }
        writer.commit();
    }

    long rows() {
        return count("outbox");
    }

    long count(String table) {
        return new DatabaseReader(database).read(connection -> {
            try (PreparedStatement count = connection.prepareStatement("SELECT COUNT(*) FROM " + table);
                    ResultSet row = count.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    String plan(String sql) {
        boolean sqlite = database.dialect() == Dialect.SQLITE;
        return new DatabaseReader(database).read(connection -> {
            StringBuilder plan = new StringBuilder();
            try (Statement statement = connection.createStatement()) {
                if (!sqlite) {
                    // A table of no rows is read whole, were it not for this.
                    statement.execute("SET LOCAL enable_seqscan = off");
                }
                try (ResultSet row = statement.executeQuery((sqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + sql)) {
                    while (row.next()) {
                        plan.append(row.getString(sqlite ? 4 : 1)).append('\n');
                    }
                }
            }
            return plan.toString();
        });
    }

    static void once(IntSupplier pump) {
        assertThat(pump.getAsInt()).isNotNegative();
    }

    static void drain(IntSupplier pump) {
        for (int idle = 0; idle < 3; ) {
            idle = pump.getAsInt() == 0 ? idle + 1 : 0;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
