package daybook.strategies.parity;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.Engine;
import daybook.delivery.OutboxMessage;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.clock.Bars;
import daybook.strategies.clock.ClockWorld;
import daybook.strategies.clock.ClosedBars;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Facts of a test, put straight into tables and topics. */
final class ParityWorld implements AutoCloseable {
    final ClockWorld clock;
    final Records records;
    final ParityWindow window;

    ParityWorld(Path dir, Engine engine) {
        clock = new ClockWorld(dir, engine);
        records = new Records(clock.topics);
        window = new ParityWindow(clock.now * Bars.MINUTE, (clock.now + 100) * Bars.MINUTE);
        StrategyDatabase.migrate(clock.database);
    }

    /** The bar of a minute from the beginning of the window on. */
    ClosedBar bar(int minute) {
        return Bars.minute(clock.now + minute);
    }

    void record(ClosedBar bar, Optional<PublicationPolicy> policy) throws SQLException {
        try (Writer writer = new Writer(clock.database)) {
            new ClosedBars().insert(writer.transaction(), bar, policy, clock.time.millis());
            writer.commit();
        }
    }

    void record(ClosedBar... bars) throws SQLException {
        for (ClosedBar bar : bars) {
            record(bar, Optional.of(PublicationPolicy.MIRROR));
        }
    }

    void publish(ClosedBar... bars) {
        for (ClosedBar bar : bars) {
            OutboxMessage message = records.of(bar);
            send(message.topic(), Records.record(message, clock.time.millis()));
        }
    }

    void send(String topic, LogRecord record) {
        try (Producer producer = clock.log.producer("test")) {
            producer.send(topic, OptionalInt.empty(), record, Producer.NO_SEQ, new Told());
            producer.flush();
        }
    }

    static LogRecord text(String key, String body) {
        return new LogRecord(key.getBytes(UTF_8), body.getBytes(UTF_8), List.of(), 0);
    }

    void subscribe(long strategy, long fromUs, long untilUs) throws SQLException {
        write(
                "INSERT INTO subscription (series, strategy_id, active_from_us, active_until_us, shard)"
                        + " VALUES (?, ?, ?, ?, ?)",
                Bars.BTC.text(),
                strategy,
                fromUs,
                untilUs,
                (int) (strategy % 128));
    }

    void evaluate(long strategy, ClosedBar bar, String outcome) throws SQLException {
        write(
                "INSERT INTO evaluation (strategy_id, event_id, series, token, end_us, path, fencing_token, outcome,"
                        + " intents, detail, evaluated_at_us) VALUES (?, ?, ?, ?, ?, 'local', 1, ?, 0, '', 0)",
                strategy,
                bar.id().toString(),
                bar.series().text(),
                bar.token(),
                bar.window().endMicros(),
                outcome);
    }

    void write(String sql, Object... values) throws SQLException {
        try (Writer writer = new Writer(clock.database);
                PreparedStatement statement = writer.transaction().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
            writer.commit();
        }
    }

    Parity parity() {
        return parity(clock.log);
    }

    Parity parity(Log log) {
        return new Parity(clock.database, log, clock.topics);
    }

    private static final class Told implements Producer.Acknowledgement {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {}

        @Override
        public void failed(LogException error) {
            throw error;
        }
    }

    @Override
    public void close() {
        clock.close();
    }
}
