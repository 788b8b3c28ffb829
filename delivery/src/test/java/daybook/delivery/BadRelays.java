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

    /** "SELECT ... WHERE n > last": right as long as numbers commit in their order. */
    static final class AboveTheLast {
        private final OutboxWorld world;
        private long last;

        AboveTheLast(OutboxWorld world) {
            this.world = world;
        }

        int pump() {
            long before = last;
            round(world, world.writer, rows -> {
                List<Outbox.Row> above =
                        rows.stream().filter(row -> row.n() > last).toList();
                publish(world.log, above, false);
                mark(world, world.writer, above);
                last = above.stream().mapToLong(Outbox.Row::n).reduce(last, Math::max);
            });
            return (int) (last - before);
        }
    }

    /** Sends a number only when all before it are there. */
    static final class WithoutAHole {
        private final OutboxWorld world;
        private long next = 1;

        WithoutAHole(OutboxWorld world) {
            this.world = world;
        }

        int pump() {
            long before = next;
            round(world, world.writer, rows -> {
                for (Outbox.Row row : rows) {
                    if (row.n() != next) {
                        return;
                    }
                    publish(world.log, List.of(row), false);
                    mark(world, world.writer, List.of(row));
                    next++;
                }
            });
            return (int) (next - before);
        }
    }

    /** A right relay, but nothing keeps another one from reading the same rows between its two steps. */
    static final class InTwoSteps {
        private final OutboxWorld world;
        private final Writer writer;
        private final String name;
        private List<Outbox.Row> taken = List.of();

        InTwoSteps(OutboxWorld world, String name) {
            this.name = name;
            this.world = world;
            this.writer = new Writer(world.database);
        }

        int pump() {
            if (taken.isEmpty()) {
                return round(world, writer, rows -> taken = rows);
            }
            return round(world, writer, rows -> {
                publish(world.log, name, taken, false);
                mark(world, writer, taken);
                taken = List.of();
            });
        }
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
        publish(log, "outbox-test", rows, withoutKey);
    }

    private static void publish(Log log, String name, List<Outbox.Row> rows, boolean withoutKey) {
        try (Producer producer = log.producer(name)) {
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
