package daybook.delivery;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;

/** Relays that look right. Each is caught by one of {@link OutboxScenarios}. */
final class BadRelays {
    private static final Producer.Acknowledgement NOBODY = new Producer.Acknowledgement() {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {}

        @Override
        public void failed(LogException error) {}
    };

    private BadRelays() {}

    static int markFirst(OutboxWorld world, Writer writer, Log log) {
        return round(world, writer, rows -> {
            mark(world, writer, rows);
            publish(log, rows, false);
        });
    }

    static int markWhateverTheLogSays(OutboxWorld world, Writer writer, Log log) {
        return round(world, writer, rows -> {
            publish(log, rows, false);
            mark(world, writer, rows);
        });
    }

    static int withoutKey(OutboxWorld world, Writer writer, Log log) {
        return round(world, writer, rows -> {
            publish(log, rows, true);
            mark(world, writer, rows);
        });
    }

    private interface Work {
        void with(List<Outbox.Row> rows) throws SQLException;
    }

    private static int round(OutboxWorld world, Writer writer, Work work) {
        try {
            List<Outbox.Row> rows = world.outbox.unsent(writer.connection(), 10);
            if (!rows.isEmpty()) {
                work.with(rows);
            }
            return rows.size();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void publish(Log log, List<Outbox.Row> rows, boolean withoutKey) {
        try (Producer producer = log.producer("outbox-test")) {
            for (Outbox.Row row : rows) {
                LogRecord record = withoutKey
                        ? new LogRecord(
                                new byte[0],
                                row.record().value(),
                                row.record().headers(),
                                row.record().timeMs())
                        : row.record();
                producer.send(row.topic(), OptionalInt.empty(), record, row.n(), NOBODY);
            }
            producer.flush();
        }
    }

    private static void mark(OutboxWorld world, Writer writer, List<Outbox.Row> rows) throws SQLException {
        world.outbox.markSent(
                writer.transaction(), rows.stream().map(Outbox.Row::n).toList());
        writer.commit();
    }
}
