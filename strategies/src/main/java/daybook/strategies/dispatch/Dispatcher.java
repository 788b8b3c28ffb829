package daybook.strategies.dispatch;

import daybook.delivery.Backoff;
import daybook.delivery.DeadLetters;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Records;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.StrategyRelay;
import daybook.strategies.subscriptions.Subscriptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher service: reads closed bars from the log, looks up who listens, and sends batches of strategies that are due, by shard. A bar is
 * passed only when all of its batches are on the log; else it is read again, and gives the same batches with the same ids.
 *
 * <p>It dispatches for all shards, whichever path evaluates them: at 0 % the log is a shadow. What is no bar is put aside as a dead letter.
 * Several share the partitions as members of one group. Confined to one thread; {@link #status} and {@link #counts} are safe for any.
 */
public final class Dispatcher implements AutoCloseable {
    public static final String NAME = "dispatcher";

    private static final int BARS = 32;

    /**
     * How it dispatches.
     *
     * @param batchSize {@code STRATEGY_EVALUATION_BATCH_SIZE}: most strategies in one batch
     */
    public record Settings(Topics topics, Shards shards, int batchSize) {
        public static final int DEFAULT_BATCH_SIZE = 250;

        public Settings {
            if (batchSize < 1 || batchSize > EvaluateBatch.MOST) {
                throw new IllegalArgumentException(
                        "STRATEGY_EVALUATION_BATCH_SIZE: " + batchSize + " (expected: 1.." + EvaluateBatch.MOST + ")");
            }
        }
    }

    /** What it has passed since the start: bars, batches, strategies in them, and records that were no bars. */
    public record Counts(long bars, long batches, long strategies, long invalid) {}

    private final ServicePorts ports;
    private final Settings settings;
    private final DispatchOrder order;
    private final String bars;
    private final String batches;
    private final Records records;
    private final Writer writer;
    private final DeadLetters letters;
    private final StrategyRelay relay;
    private final Subscriptions subscriptions = new Subscriptions();
    private final Backoff backoff;

    private @Nullable GroupReader reader;
    private @Nullable Producer producer;
    private int partitions;
    private boolean troubled;
    private volatile Counts counts = new Counts(0, 0, 0, 0);
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);

    /** Opens no connection to the log yet. Makes the tables that are missing. */
    public Dispatcher(ServicePorts ports, Settings settings) {
        this(ports, settings, DispatchOrder.COMMIT_LAST);
    }

    Dispatcher(ServicePorts ports, Settings settings, DispatchOrder order) {
        StrategyDatabase.migrate(ports.database());
        this.ports = ports;
        this.settings = settings;
        this.order = order;
        this.bars = settings.topics().fullName(Topics.BARS_CLOSED);
        this.batches = settings.topics().fullName(Topics.STRATEGY_EVALUATE);
        this.records = new Records(settings.topics());
        this.writer = new Writer(ports.database());
        this.letters = new DeadLetters(NAME, ports.clock());
        this.relay = new StrategyRelay(ports, NAME, writer);
        this.backoff = new Backoff(ports.nanos());
    }

    /** Dispatches some bars. Returns how many it has passed; 0 = nothing now. */
    public int pump() {
        if (backoff.waiting()) {
            return 0;
        }
        try {
            troubled = false;
            int passed = round() + relay.pump();
            if (!troubled) {
                backoff.worked();
                status = new ServiceStatus(Light.GREEN, List.of(), counts.bars(), status.failures())
                        .beside(relay.status());
            }
            return passed;
        } catch (SQLException | LogException away) {
            writer.rollback();
            leave();
            await(String.valueOf(away.getMessage()));
            return 0;
        }
    }

    public ServiceStatus status() {
        return status;
    }

    public Counts counts() {
        return counts;
    }

    @Override
    public void close() {
        leave();
        relay.close();
        writer.close();
    }

    private int round() throws SQLException {
        GroupReader current = open();
        List<StoredRecord> polled = current.poll(BARS, Duration.ZERO);
        if (polled.isEmpty()) {
            return 0;
        }
        List<ClosedBar> read = read(polled);
        Step step = new Step(current, read, next(polled));
        if (order.run(step)) {
            count(step, polled.size() - read.size());
            return polled.size();
        }
        back(current, polled);
        await("batches: the log has not taken all of them: " + step.error);
        return 0;
    }

    /** What is no bar is put aside before it is passed: it lies there twice rather than nowhere. */
    private List<ClosedBar> read(List<StoredRecord> polled) throws SQLException {
        List<ClosedBar> read = new ArrayList<>();
        for (StoredRecord record : polled) {
            try {
                read.add(Bodies.readBar(record.record().value()));
            } catch (IllegalArgumentException malformed) {
                letters.park(writer.transaction(), record, String.valueOf(malformed.getMessage()), 1);
            }
        }
        writer.commit();
        return read;
    }

    private static Map<TopicPartition, Long> next(List<StoredRecord> polled) {
        Map<TopicPartition, Long> next = new HashMap<>();
        polled.forEach(record -> next.put(record.place(), record.offset() + 1));
        return next;
    }

    private static void back(GroupReader current, List<StoredRecord> polled) {
        Map<TopicPartition, Long> first = new HashMap<>();
        polled.forEach(record -> first.putIfAbsent(record.place(), record.offset()));
        first.forEach(current::seek);
    }

    private void count(Step step, int invalid) {
        Counts before = counts;
        counts = new Counts(
                before.bars() + step.bars.size(),
                before.batches() + step.sent,
                before.strategies() + step.strategies,
                before.invalid() + invalid);
    }

    private void await(String why) {
        troubled = true;
        backoff.failed();
        status = new ServiceStatus(
                Light.RED, List.of(NAME + " on " + bars + ": " + why), counts.bars(), status.failures() + 1);
    }

    private GroupReader open() {
        GroupReader current = reader;
        if (current == null) {
            partitions = ports.log()
                    .topic(batches)
                    .map(TopicSpec::partitions)
                    .orElseThrow(() -> new LogException(
                            LogException.Kind.UNKNOWN_TOPIC, "topic: " + batches + " (expected: one that exists)"));
            // A new group begins at the first record, or it would pass what is there already.
            current = ports.log().group(GroupOptions.of(NAME, GroupOptions.Start.EARLIEST, bars));
            reader = current;
        }
        return current;
    }

    private Producer sender() {
        Producer current = producer;
        if (current == null) {
            current = ports.log().producer(ports.owner() + "-" + NAME);
            producer = current;
        }
        return current;
    }

    private void leave() {
        GroupReader reading = reader;
        Producer sending = producer;
        reader = null;
        producer = null;
        try {
            if (sending != null) {
                sending.close();
            }
            if (reading != null) {
                reading.close();
            }
        } catch (LogException away) {
            status = new ServiceStatus(status.light(), status.reasons(), status.done(), status.failures() + 1);
        }
    }

    /** Some bars on their way. */
    private final class Step implements DispatchOrder.Step, Producer.Acknowledgement {
        private final GroupReader current;
        private final List<ClosedBar> bars;
        private final Map<TopicPartition, Long> next;
        private final List<EvaluateBatch> toSend = new ArrayList<>();
        private int strategies;
        private int sent;
        private String error = "";

        Step(GroupReader current, List<ClosedBar> bars, Map<TopicPartition, Long> next) throws SQLException {
            this.current = current;
            this.bars = bars;
            this.next = next;
            for (ClosedBar bar : bars) {
                List<Subscriptions.Due> due = subscriptions.of(writer.connection(), bar);
                toSend.addAll(Batches.of(bar, due, settings.shards().count(), settings.batchSize()));
            }
        }

        @Override
        public boolean sent() {
            Producer sender = sender();
            for (EvaluateBatch batch : toSend) {
                sender.send(
                        batches,
                        Shards.partition(batch.shard(), partitions),
                        Records.record(records.of(batch), ports.clock().millis()),
                        Producer.NO_SEQ,
                        this);
                strategies += batch.strategyIds().size();
            }
            sender.flush();
            return sent == toSend.size();
        }

        @Override
        public void commit() {
            current.commit(next);
        }

        @Override
        public void stored(TopicPartition place, long offset) {
            sent++;
        }

        @Override
        public void duplicate(TopicPartition place) {
            sent++;
        }

        @Override
        public void failed(LogException failed) {
            error = String.valueOf(failed.getMessage());
        }
    }
}
