package daybook.lab.study;

import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.CrashHook;
import daybook.delivery.Cursors;
import daybook.delivery.DeliveryMode;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.RecordEffect;
import daybook.delivery.ServiceStatus;
import daybook.delivery.StepHandler;
import daybook.delivery.Writer;
import daybook.log.FencedException;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One member of a group: the production consumer on its own connection to a database that all members share. It can be frozen with
 * a batch in its hands. Confined to one thread.
 */
final class GroupMember implements AutoCloseable {
    private final Home home;
    private final Writer writer;
    private final Consumer consumer;
    private @Nullable GroupReader reader;
    private @Nullable Runnable meanwhile;
    private final Map<TopicPartition, Long> heldUpTo = new HashMap<>();
    private int held;
    private int refusedByTheDatabase;
    private int refusedByTheLog;
    private int elsewhere;
    private final Watched watched;

    /** What all members have in common. */
    record Home(Workbench bench, String group, String topic) {}

    GroupMember(Home home, Writer writer, RecordEffect effect) {
        this.home = home;
        this.writer = writer;
        this.watched = new Watched(effect);
        Workbench bench = home.bench();
        this.consumer = new Consumer(
                new ConsumerOptions(
                        home.group(),
                        home.topic(),
                        PublicationPolicy.MIRROR,
                        DeliveryMode.ATOMIC,
                        RebalancePlan.BATCH,
                        ConsumerOptions.DEFAULT_ATTEMPTS,
                        Duration.ZERO),
                new Consumer.Ports(watched(bench.log()), writer, bench.clock(), bench.nanos()),
                new StepHandler(watched, CrashHook.NONE));
    }

    int pump() {
        long failed = consumer.status().failures();
        int passed = consumer.pump();
        ServiceStatus status = consumer.status();
        if (status.failures() > failed && String.join(";", status.reasons()).contains("another owner")) {
            refusedByTheDatabase++;
        }
        return passed;
    }

    /** After its next poll that brings records it stands still, while this happens. */
    void freezeInNextPoll(Runnable whatHappensMeanwhile) {
        meanwhile = whatHappensMeanwhile;
    }

    Set<TopicPartition> assignment() {
        return reader == null ? Set.of() : reader.assignment();
    }

    int generation() {
        return reader == null ? 0 : reader.generation();
    }

    /** Records passed. */
    long done() {
        return consumer.status().done();
    }

    /** Records that it had in its hands when it froze; 0 before. */
    int held() {
        return held;
    }

    /** Where each partition would go on behind these records. */
    Map<TopicPartition, Long> heldUpTo() {
        return heldUpTo;
    }

    int refusedByTheDatabase() {
        return refusedByTheDatabase;
    }

    int refusedByTheLog() {
        return refusedByTheLog;
    }

    /** Batches that were committed though they did not begin at the cursor. */
    int elsewhere() {
        return elsewhere + watched.ended;
    }

    @Override
    public void close() {
        consumer.close();
        writer.close();
    }

    private Log watched(Log log) {
        return Intercepted.of(Log.class, log, (name, call) -> {
            Object answer = call.proceed();
            if (answer instanceof GroupReader joined) {
                reader = joined;
                return freezing(joined);
            }
            return answer;
        });
    }

    private GroupReader freezing(GroupReader joined) {
        return Intercepted.of(GroupReader.class, joined, (name, call) -> {
            Object answer = call.proceed();
            if (name.equals("close")) {
                reader = null;
            }
            if (answer instanceof List<?> records && !records.isEmpty()) {
                freeze(joined, records);
            }
            return answer;
        });
    }

    private void freeze(GroupReader joined, List<?> records) {
        Runnable happens = meanwhile;
        if (happens == null) {
            return;
        }
        meanwhile = null;
        held = records.size();
        for (Object record : records) {
            StoredRecord stored = (StoredRecord) record;
            heldUpTo.put(stored.place(), stored.offset() + 1);
        }
        happens.run();
        try {
            joined.commit(heldUpTo);
        } catch (FencedException refused) {
            refusedByTheLog++;
        }
    }

    /** Looks where each batch begins. */
    private final class Watched implements RecordEffect {
        private final RecordEffect effect;
        private final Map<TopicPartition, Long> next = new HashMap<>();
        private int inThisBatch;
        private int ended;

        Watched(RecordEffect effect) {
            this.effect = effect;
        }

        @Override
        public void apply(Connection connection, StoredRecord record) throws SQLException {
            if (next.isEmpty()) {
                elsewhere += ended; // the one before was committed
                inThisBatch = 0;
                ended = 0;
                next.putAll(new Cursors(home.group()).all(connection));
            }
            boolean follows = next.getOrDefault(record.place(), 0L) == record.offset();
            inThisBatch += follows ? 0 : 1;
            next.put(record.place(), record.offset() + 1);
            effect.apply(connection, record);
        }

        @Override
        public void endOfBatch(Connection connection) throws SQLException {
            effect.endOfBatch(connection);
            ended = inThisBatch;
            next.clear();
        }

        @Override
        public void rolledBack() {
            inThisBatch = 0;
            ended = 0;
            next.clear();
            effect.rolledBack();
        }
    }
}
