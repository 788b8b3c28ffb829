package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** A topic of numbers, and a consumer that counts in a table how often it has applied each. */
final class ConsumerWorld {
    static final String TOPIC = "numbers";
    static final TopicPartition FIRST = new TopicPartition(TOPIC, 0);

    final MemoryLog log = new MemoryLog(true);
    final ManualTime time = new ManualTime();
    final Database database;

    ConsumerWorld(Engine engine, Path dir) throws SQLException {
        database = engine.open(dir, "numbers");
        Migrations.migrate(database, "daybook/delivery/testdb");
        log.createTopic(new TopicSpec(TOPIC, 2, Retention.UNLIMITED));
    }

    void publish(int partition, String... values) {
        for (String value : values) {
            log.append(TOPIC, partition, record("k" + partition, value));
        }
    }

    void publishNumbers(int partition, int from, int to) {
        for (int i = from; i <= to; i++) {
            publish(partition, "" + i);
        }
    }

    static LogRecord record(String key, String value) {
        return new LogRecord(bytes(key), bytes(value), List.of(), 0);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static ConsumerOptions options(DeliveryMode mode, int batch) {
        return new ConsumerOptions("counter", TOPIC, PublicationPolicy.OUTBOX, mode, batch, 3, Duration.ZERO);
    }

    Consumer consumer(DeliveryMode mode, int batch) {
        return consumer(mode, batch, BatchProtocol.of(mode));
    }

    Consumer consumer(DeliveryMode mode, int batch, BatchProtocol protocol) {
        return consumer(database, mode, batch, protocol);
    }

    Consumer consumer(Database on, DeliveryMode mode, int batch, BatchProtocol protocol) {
        Consumer.Ports ports = new Consumer.Ports(log, new Writer(on), time, time::nanos);
        BatchHandler handler = mode == DeliveryMode.IDEMPOTENT ? new Once(time) : new Count();
        return new Consumer(options(mode, batch), ports, handler, protocol);
    }

    /** At least once. */
    Consumer consumer(BatchHandler handler) {
        return consumer(handler, 10);
    }

    /** At least once. */
    Consumer consumer(BatchHandler handler, int batch) {
        Consumer.Ports ports = new Consumer.Ports(log, new Writer(database), time, time::nanos);
        return new Consumer(options(DeliveryMode.AT_LEAST_ONCE, batch), ports, handler);
    }

    /** One that knows what it has seen. */
    Consumer idempotent(Writer writer, BatchHandler handler) {
        Consumer.Ports ports = new Consumer.Ports(log, writer, time, time::nanos);
        return new Consumer(options(DeliveryMode.IDEMPOTENT, 10), ports, handler);
    }

    /** Pumps until nothing happens for some rounds. */
    static void drain(Consumer consumer) {
        for (int idle = 0; idle < 100; ) {
            idle = consumer.pump() == 0 ? idle + 1 : 0;
        }
    }

    /** How often a number was applied. */
    int applied(String number) {
        return query("SELECT COALESCE(SUM(times), 0) FROM applied WHERE number = '" + number + "'");
    }

    int query(String sql) {
        return new DatabaseReader(database).read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    void execute(String sql) throws SQLException {
        try (Writer writer = new Writer(database)) {
            try (Statement statement = writer.transaction().createStatement()) {
                statement.execute(sql);
            }
            writer.commit();
        }
    }

    /** All dead letters, whatever has become of them. */
    List<DeadLetter> parked() {
        return new DatabaseReader(database).read(c -> desk().list(c, true, 100));
    }

    DeadLetterDesk desk() {
        return new DeadLetterDesk(time);
    }

    /** A decision of an operator, in a transaction of its own. */
    DeadLetterDesk.Outcome decide(Decision decision) throws SQLException {
        try (Writer writer = new Writer(database)) {
            DeadLetterDesk.Outcome outcome = decision.make(desk(), writer.transaction());
            writer.commit();
            return outcome;
        }
    }

    /** What an operator does. */
    interface Decision {
        DeadLetterDesk.Outcome make(DeadLetterDesk desk, Connection connection) throws SQLException;
    }

    List<String> suspects() {
        return new DatabaseReader(database)
                .read(connection -> DeadLetters.suspectKeys(connection, "counter").stream()
                        .map(key -> new String(key, StandardCharsets.UTF_8))
                        .toList());
    }

    /** Counts each record; numbers only. */
    static class Count implements BatchHandler {
        @Override
        public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
            for (StoredRecord record : records) {
                String number = new String(record.record().value(), StandardCharsets.UTF_8);
                if (!number.matches("[0-9]+")) {
                    throw new BadRecordException(record, "number: " + number);
                }
                apply(connection, number);
            }
        }

        void apply(Connection connection, String number) throws SQLException {
            try (PreparedStatement add = connection.prepareStatement("INSERT INTO applied (number, times) VALUES (?, 1)"
                    + " ON CONFLICT (number) DO UPDATE SET times = applied.times + 1")) {
                add.setString(1, number);
                add.executeUpdate();
            }
        }
    }

    /** Counts each number once. */
    static class Once extends Count {
        private final Inbox inbox;

        Once(ManualTime time) {
            inbox = new Inbox("counter", time);
        }

        @Override
        void apply(Connection connection, String number) throws SQLException {
            if (inbox.claim(connection, number)) {
                super.apply(connection, number);
            }
        }
    }
}
