package daybook.lab.study;

import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.delivery.OutboxRelay;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The trade and its announcement in one transaction; a relay publishes. What it published before it died it publishes again. */
final class OutboxAnnouncers {
    private static final Duration KEEP = Duration.ofDays(1);

    private OutboxAnnouncers() {}

    /** What both have. */
    private abstract static class Stored extends Announcer {
        private final Outbox outbox;

        Stored(Writer writer, Workbench bench, String topic) {
            super(writer, bench.log(), topic);
            this.outbox = new Outbox(bench.clock());
        }

        @Override
        void storeAndAnnounce(LabFill trade) throws SQLException {
            Connection transaction = writer.transaction();
            insert(transaction, trade);
            outbox.add(transaction, List.of(new OutboxMessage(topic, trade.key(), List.of(), trade.body())));
            writer.commit();
            relay();
        }

        @Override
        void restart() throws SQLException {
            super.restart();
            relay();
        }

        /** Publishes what waits. */
        abstract void relay() throws SQLException;
    }

    /** By the relay that the venue's services use. */
    static final class Keyed extends Stored {
        private final Workbench bench;

        Keyed(Writer writer, Workbench bench, String topic) {
            super(writer, bench, topic);
            this.bench = bench;
        }

        @Override
        void relay() throws SQLException {
            Outbox outbox = new Outbox(bench.clock());
            try (OutboxRelay relay = new OutboxRelay(
                    writer,
                    dyingAfterFlush(),
                    new OutboxRelay.Options("lab", 1, KEEP),
                    new OutboxRelay.Time(bench.clock(), bench.nanos()))) {
                while (outbox.waiting(writer.connection()) > 0) {
                    relay.pump();
                }
            }
        }

        /** The same log, whose producers have acknowledged everything when the process dies. */
        private Log dyingAfterFlush() {
            return Intercepted.of(Log.class, log, (name, call) -> {
                Object answer = call.proceed();
                return answer instanceof Producer producer ? dying(producer) : answer;
            });
        }

        private Producer dying(Producer producer) {
            return Intercepted.of(Producer.class, producer, (name, call) -> {
                Object answer = call.proceed();
                if (name.equals("flush")) {
                    gap();
                }
                return answer;
            });
        }
    }

    /** By one that sends nothing along that would tell a copy. */
    static final class Keyless extends Stored {
        private static final String UNSENT =
                "SELECT n, record_key, body FROM outbox WHERE sent_at_ms IS NULL ORDER BY n";
        private static final String MARK = "UPDATE outbox SET sent_at_ms = 0 WHERE n = ?";

        Keyless(Writer writer, Workbench bench, String topic) {
            super(writer, bench, topic);
        }

        @Override
        void relay() throws SQLException {
            try (PreparedStatement unsent = writer.connection().prepareStatement(UNSENT);
                    ResultSet row = unsent.executeQuery()) {
                while (row.next()) {
                    publish(new LogRecord(row.getBytes(2), row.getBytes(3), List.of(), 0));
                    gap();
                    mark(row.getLong(1));
                }
            }
        }

        private void mark(long number) throws SQLException {
            try (PreparedStatement mark = writer.connection().prepareStatement(MARK)) {
                mark.setLong(1, number);
                mark.executeUpdate();
            }
        }
    }
}
