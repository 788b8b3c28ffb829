package daybook.app.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.BatchHandler;
import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.delivery.Lease;
import daybook.delivery.Migrations;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicSpec;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A topic of numbers on a broker, and two consumers that apply each number once: one by a lease, one as a member of a group. */
final class NumbersService implements AutoCloseable {
    private static final String TOPIC = "numbers";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Log log;
    private final List<Reading> readings = new ArrayList<>();
    private final Supplier<Log> logs;
    private final Path folder;

    NumbersService(String address, String prefix, Path folder) {
        this.logs = () -> open(address, prefix);
        this.folder = folder;
        log = logs.get();
        makeTopic();
        start();
    }

    void makeTopic() {
        TopicSpec spec = new TopicSpec(TOPIC, 1, Retention.UNLIMITED);
        await("the topic", () -> {
            try {
                log.createTopic(spec);
                return true;
            } catch (LogException stillBeingDeleted) {
                return false;
            }
        });
    }

    /** Until the log has all of them. */
    void publish(List<String> numbers) {
        await("published " + numbers.size(), () -> {
            try (Producer producer = log.producer("p")) {
                Failures failures = new Failures();
                for (String number : numbers) {
                    LogRecord record = new LogRecord(
                            "k".getBytes(UTF_8),
                            number.getBytes(UTF_8),
                            List.of(),
                            InstantSource.system().millis());
                    producer.send(TOPIC, OptionalInt.of(0), record, Producer.NO_SEQ, failures);
                }
                producer.flush();
                return failures.last == null;
            } catch (LogException away) {
                return false;
            }
        });
    }

    /** Opens the consumers. */
    void start() {
        readings.add(new Reading("owner", logs.get(), folder, true));
        readings.add(new Reading("member", logs.get(), folder, false));
    }

    void stop() {
        readings.forEach(Reading::close);
        readings.clear();
    }

    /** How many numbers were applied, by each of the two, and each once. */
    long applied() {
        long first = readings.get(0).count();
        return readings.stream().allMatch(reading -> reading.count() == first) ? first : -1;
    }

    void awaitApplied(long numbers) {
        await(numbers + " applied", () -> applied() == numbers);
    }

    /** Until both say so. */
    void await(ServiceStatus.Light light, String reason) {
        await(
                light + " " + reason,
                () -> readings.stream().allMatch(reading -> {
                    ServiceStatus status = reading.consumer.status();
                    return status.light() == light
                            && (reason.isEmpty() || status.reasons().toString().contains(reason));
                }));
    }

    @Override
    public void close() {
        stop();
        log.close();
    }

    private void await(String what, BooleanSupplier reached) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as(() -> what + ", but "
                            + readings.stream()
                                    .map(reading -> reading.count() + " " + reading.consumer.status())
                                    .toList())
                    .isNegative();
            readings.forEach(reading -> assertThat(reading.consumer.pump()).isNotNegative());
        }
    }

    private static Log open(String address, String prefix) {
        return KafkaLog.open(KafkaLogSettings.of(System::nanoTime, address)
                .withPrefix(prefix)
                .withTimeout(Duration.ofSeconds(3)));
    }

    private static final class Reading implements AutoCloseable {
        private final Log log;
        private final Database database;
        private final Writer writer;
        private final Consumer consumer;

        Reading(String name, Log log, Path folder, boolean owns) {
            this.log = log;
            database = new SqliteDatabase(folder.resolve(name + ".db"), Duration.ofSeconds(5));
            Migrations.migrate(database, "daybook/delivery/testdb");
            writer = new Writer(database);
            Optional<Lease> lease = owns
                    ? Optional.of(new Lease(new Lease.Terms(name, "test", Duration.ofSeconds(10)), System::nanoTime))
                    : Optional.empty();
            consumer = new Consumer(
                    ConsumerOptions.of(
                            name,
                            new ConsumerOptions.TopicSource(TOPIC, PublicationPolicy.JOURNAL_TAIL),
                            DeliveryMode.IDEMPOTENT,
                            50),
                    new Consumer.Ports(log, writer, InstantSource.system(), System::nanoTime, lease),
                    new Once(name));
        }

        /** -1 if a number was applied more than once. */
        long count() {
            return new DatabaseReader(database).read(connection -> {
                try (PreparedStatement select = connection.prepareStatement(
                                "SELECT CASE WHEN MAX(times) > 1 THEN -1 ELSE COUNT(*) END FROM applied");
                        ResultSet row = select.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            });
        }

        @Override
        public void close() {
            consumer.close();
            writer.close();
            log.close();
        }
    }

    private static final class Once implements BatchHandler {
        private final Inbox inbox;

        Once(String name) {
            inbox = new Inbox(name, InstantSource.system());
        }

        @Override
        public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
            for (StoredRecord record : records) {
                String number = new String(record.record().value(), UTF_8);
                if (inbox.claim(connection, number)) {
                    try (PreparedStatement add =
                            connection.prepareStatement("INSERT INTO applied (number, times) VALUES (?, 1)"
                                    + " ON CONFLICT (number) DO UPDATE SET times = applied.times + 1")) {
                        add.setString(1, number);
                        add.executeUpdate();
                    }
                }
            }
        }
    }

    private static final class Failures implements Producer.Acknowledgement {
        @Nullable
        private LogException last;

        @Override
        public void stored(daybook.log.TopicPartition place, long offset) {}

        @Override
        public void duplicate(daybook.log.TopicPartition place) {}

        @Override
        public void failed(LogException error) {
            last = error;
        }
    }
}
