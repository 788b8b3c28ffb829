package daybook.strategies.evaluate;

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
import daybook.log.RebalanceListener;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Records;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.StrategyRelay;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Path;
import daybook.strategies.cutover.Route;
import daybook.strategies.cutover.Routes;
import daybook.strategies.evaluate.Listeners.Listener;
import daybook.strategies.subscriptions.StrategyTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The evaluator service: takes batches from the log as a member of a group and evaluates those of shards that are routed there. The partitions
 * that the group gives it say which shards it wants, and their leases say which it has.
 *
 * <p>The offset of a batch is committed once its inbox row says that it is over, which is so in the transaction of its evaluations. One that is
 * over already is passed; one whose shard is another's, or not drained yet, is waited for, and its partition with it. A batch that cannot be
 * read, takes too long or ends its process is dead after a few attempts, and put aside as a dead letter. A database or log that is away is
 * asked again for ever.
 *
 * <p>Confined to one thread; {@link #status} and {@link #counts} are safe for any.
 */
public final class Evaluator implements AutoCloseable {
    public static final String NAME = "evaluator";

    private static final int BATCHES = 32;
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final long WAIT_NS = Duration.ofMillis(20).toNanos();

    /** What it evaluates, and how. */
    public record Settings(Topics topics, Shards shards, StrategyCatalog catalog, EvaluationOptions options) {}

    /**
     * What it has done since the start.
     *
     * @param evaluated strategies times bars
     * @param completed batches that it has evaluated
     * @param duplicates batches that were over already
     * @param leftOut batches that the local path evaluates
     * @param dead batches that were given up
     */
    public record Counts(long evaluated, long completed, long duplicates, long leftOut, long dead) {}

    private final ServicePorts ports;
    private final Settings settings;
    private final String topic;
    private final Writer writer;
    private final ShardLeases leases;
    private final ShardRunner runner;
    private final ShardKeeper keeper;
    private final EvaluateInbox inbox;
    private final Listeners listeners = new Listeners();
    private final Routes routes = new Routes();
    private final DeadLetters letters;
    private final StrategyRelay relay;
    private final Housekeeping housekeeping;
    private final Backoff backoff;
    /** Batches whose last attempt was none of theirs, the world was away, and where they are. */
    private final Map<String, TopicPartition> uncounted = new HashMap<>();

    private @Nullable GroupReader reader;
    private int partitions;
    private long waitUntilNs;
    private boolean troubled;
    private volatile Counts counts = new Counts(0, 0, 0, 0, 0);
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);

    /** Opens no connection to the log yet. Makes the tables that are missing. */
    public Evaluator(ServicePorts ports, Settings settings) {
        this(ports, settings, ShardRunner.Rules.real());
    }

    Evaluator(ServicePorts ports, Settings settings, ShardRunner.Rules rules) {
        StrategyDatabase.migrate(ports.database());
        this.ports = ports;
        this.settings = settings;
        this.topic = settings.topics().fullName(Topics.STRATEGY_EVALUATE);
        this.writer = new Writer(ports.database());
        String owner = ports.owner() + "/" + NAME;
        this.leases = new ShardLeases(
                new ShardLeases.Terms(owner, Path.LOG, settings.options().lease()), ports.nanos());
        ShardRunner.Parts parts = new ShardRunner.Parts(
                Path.LOG,
                settings.options(),
                settings.catalog(),
                writer,
                leases,
                new StrategyTable(settings.catalog(), settings.shards(), ports.clock()),
                new Records(settings.topics()),
                ports.clock(),
                ports.nanos());
        this.runner = new ShardRunner(parts, rules);
        this.keeper = new ShardKeeper(parts, runner);
        this.inbox = new EvaluateInbox(NAME, owner, ports.clock());
        this.letters = new DeadLetters(NAME, ports.clock());
        this.relay = new StrategyRelay(ports, NAME, writer);
        this.housekeeping = new Housekeeping(writer, ports.clock(), ports.nanos());
        this.backoff = new Backoff(ports.nanos());
        this.waitUntilNs = ports.nanos().getAsLong();
        Preparation.prepare(writer, new Cutover(settings.shards(), ports.clock()));
    }

    /** Does what there is, up to a limit. Returns how much; 0 = nothing now. */
    public int pump() {
        if (backoff.waiting()) {
            return 0;
        }
        troubled = false;
        try {
            keeper.keep();
            int done = keeper.handOver(); // first: it needs no log
            done += round() + housekeeping.pump(inbox);
            done += relay.pump();
            if (!troubled) {
                backoff.worked();
                List<String> slow = keeper.reasons();
                Light light = slow.isEmpty() ? Light.GREEN : Light.RED;
                status = new ServiceStatus(light, slow, runner.evaluated(), status.failures()).beside(relay.status());
            }
            return done;
        } catch (SQLException away) {
            writer.rollback();
            await(away);
            return 0;
        } catch (LogException away) {
            writer.rollback();
            leave();
            await(away);
            return 0;
        }
    }

    public ServiceStatus status() {
        return status;
    }

    public Counts counts() {
        return counts;
    }

    /** Gives its shards back and leaves the group. */
    @Override
    public void close() {
        closeReader();
        try {
            leases.release(writer, leases.held());
        } catch (SQLException away) {
            writer.rollback(); // they end by themselves
        }
        relay.close();
        writer.close();
    }

    private void await(Exception broken) {
        troubled = true;
        backoff.failed();
        status = new ServiceStatus(
                Light.RED,
                List.of(NAME + " on " + topic + ": " + broken.getMessage()),
                runner.evaluated(),
                status.failures() + 1);
    }

    private int round() throws SQLException {
        if (ports.nanos().getAsLong() - waitUntilNs < 0) {
            return 0;
        }
        GroupReader current = open();
        List<StoredRecord> polled = current.poll(BATCHES, Duration.ZERO);
        Map<TopicPartition, List<Incoming>> byPartition = new LinkedHashMap<>();
        for (StoredRecord record : polled) {
            byPartition
                    .computeIfAbsent(record.place(), any -> new ArrayList<>())
                    .add(Incoming.of(record, settings.shards()));
        }
        Map<TopicPartition, Long> next = new HashMap<>();
        try {
            follow(current);
            evaluate(byPartition, next);
        } finally {
            back(current, byPartition, next);
        }
        if (!next.isEmpty()) {
            current.commit(next);
        }
        return next.size();
    }

    /** @param next gets, for each partition, the offset behind the last batch that is over */
    private void evaluate(Map<TopicPartition, List<Incoming>> polled, Map<TopicPartition, Long> next)
            throws SQLException {
        Set<String> begun = beginNew(polled.values());
        for (Map.Entry<TopicPartition, List<Incoming>> each : polled.entrySet()) {
            for (Incoming incoming : each.getValue()) {
                if (!isOver(incoming, begun)) {
                    waitUntilNs = ports.nanos().getAsLong() + WAIT_NS;
                    break;
                }
                next.put(each.getKey(), incoming.record().offset() + 1);
            }
        }
    }

    /** Reads on from the first batch of each partition that is not over. */
    private static void back(
            GroupReader current, Map<TopicPartition, List<Incoming>> polled, Map<TopicPartition, Long> next) {
        polled.forEach((place, batches) -> {
            long first = batches.get(0).record().offset();
            long last = batches.get(batches.size() - 1).record().offset();
            long from = next.getOrDefault(place, first);
            if (from <= last && current.assignment().contains(place)) {
                current.seek(place, from);
            }
        });
    }

    /** The shards follow the partitions. */
    private void follow(GroupReader current) throws SQLException {
        Set<Integer> mine =
                current.assignment().stream().map(TopicPartition::partition).collect(Collectors.toSet());
        ShardLeases.Wanted wanted = mine.isEmpty() ? ShardLeases.Wanted.NONE : new ShardLeases.Wanted(partitions, mine);
        // Whoever has a partition meanwhile makes attempts of its own.
        uncounted.values().retainAll(current.assignment());
        leases.want(writer, wanted).forEach(keeper::forget);
        keeper.keep();
    }

    /** Those that nobody has begun are begun in one transaction: almost all. One that was begun before is tried alone. */
    private Set<String> beginNew(Iterable<List<Incoming>> polled) throws SQLException {
        Map<String, TopicPartition> ready = new HashMap<>();
        for (List<Incoming> batches : polled) {
            for (Incoming incoming : batches) {
                if (incoming.batch().isPresent()
                        && turn(incoming.batch().get()) == Turn.NOW
                        && !uncounted.containsKey(incoming.id())) {
                    ready.put(incoming.id(), incoming.record().place());
                }
            }
        }
        if (ready.isEmpty()) {
            return Set.of();
        }
        Set<String> begun = inbox.beginNew(writer.transaction(), ready.keySet());
        writer.commit();
        ready.keySet().retainAll(begun);
        uncounted.putAll(ready); // whoever is not reached this time has not been tried
        return begun;
    }

    private enum Turn {
        NOW,
        LATER,
        NEVER
    }

    private Turn turn(EvaluateBatch batch) throws SQLException {
        Route route = routes.of(writer.connection(), batch.shard());
        return switch (route.verdict(Path.LOG, batch.bar().window().endMicros())) {
            case NOT_MINE -> Turn.NEVER;
            case NOT_YET -> Turn.LATER;
            case MINE -> leases.holds(batch.shard()) ? Turn.NOW : Turn.LATER;
        };
    }

    /** Whether nothing more is to be done about it. */
    private boolean isOver(Incoming incoming, Set<String> begun) throws SQLException {
        if (incoming.batch().isEmpty()) {
            return isRefused(incoming);
        }
        EvaluateBatch batch = incoming.batch().get();
        switch (turn(batch)) {
            case NEVER:
                count(0, 0, 1, 0);
                return true;
            case LATER:
                leases.takeSoon();
                return false;
            case NOW:
                break;
        }
        int attempt = begun.contains(incoming.id()) ? 1 : begin(incoming.id());
        if (attempt == EvaluateInbox.OVER) {
            count(0, 1, 0, 0);
            return true;
        }
        if (attempt > settings.options().attempts()) {
            bury(incoming, batch, "the process ended, or had to be ended, while it was being evaluated");
            return true;
        }
        return isEvaluated(incoming, batch, attempt);
    }

    private boolean isEvaluated(Incoming incoming, EvaluateBatch batch, int attempt) throws SQLException {
        try {
            uncounted.put(incoming.id(), incoming.record().place()); // until it is known whose fault it is
            ShardRunner.Step step = runner.evaluate(
                    batch.bar(), batch.shard(), due(batch), connection -> inbox.complete(connection, incoming.id()));
            if (step.isBehind()) {
                return false; // what it has missed comes first; that is no attempt
            }
            uncounted.remove(incoming.id());
            count(1, 0, 0, 0);
            return true;
        } catch (LostLeaseException | ShardRunner.NotMineException other) {
            leases.takeSoon();
            return false;
        } catch (ShardRunner.TooLongException slow) {
            uncounted.remove(incoming.id());
            if (attempt >= settings.options().attempts()) {
                bury(incoming, batch, String.valueOf(slow.getMessage()));
                return true;
            }
            await(slow);
            return false;
        }
    }

    private int begin(String id) throws SQLException {
        int attempt = inbox.begin(writer.transaction(), id, !uncounted.containsKey(id));
        writer.commit();
        uncounted.remove(id);
        return attempt;
    }

    private List<Listener> due(EvaluateBatch batch) throws SQLException {
        List<Long> ids = batch.strategyIds();
        long least = ids.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = ids.stream().mapToLong(Long::longValue).max().orElse(0);
        Set<Long> asked = new HashSet<>(ids);
        return listeners.of(writer.connection(), batch.bar(), batch.shard(), new long[] {least, most}).stream()
                .filter(listener -> asked.contains(listener.strategyId()))
                .toList();
    }

    /** One that is no batch. It is not hoped to become one; but whoever reads it with another version may see more. */
    private boolean isRefused(Incoming incoming) throws SQLException {
        int attempt = begin(incoming.id());
        if (attempt == EvaluateInbox.OVER) {
            count(0, 1, 0, 0);
            return true;
        }
        if (attempt < settings.options().attempts()) {
            await(new IllegalArgumentException(incoming.id() + ": " + incoming.error()));
            return false;
        }
        letters.park(writer.transaction(), incoming.record(), incoming.error(), attempt);
        inbox.bury(writer.transaction(), incoming.id());
        writer.commit();
        count(0, 0, 0, 1);
        return true;
    }

    private void bury(Incoming incoming, EvaluateBatch batch, String why) throws SQLException {
        runner.bury(batch.bar(), batch.shard(), due(batch), connection -> {
            inbox.bury(connection, incoming.id());
            letters.park(connection, incoming.record(), why, settings.options().attempts());
        });
        count(0, 0, 0, 1);
    }

    private void count(int completed, int duplicates, int leftOut, int dead) {
        Counts before = counts;
        counts = new Counts(
                runner.evaluated(),
                before.completed() + completed,
                before.duplicates() + duplicates,
                before.leftOut() + leftOut,
                before.dead() + dead);
    }

    private GroupReader open() {
        GroupReader current = reader;
        if (current == null) {
            TopicSpec spec = ports.log()
                    .topic(topic)
                    .orElseThrow(() -> new LogException(
                            LogException.Kind.UNKNOWN_TOPIC, "topic: " + topic + " (expected: one that exists)"));
            partitions = spec.partitions();
            current = ports.log()
                    .group(new GroupOptions(
                            NAME,
                            List.of(topic),
                            GroupOptions.Start.EARLIEST, // or a new group would pass what is there already
                            SESSION,
                            RebalanceListener.NONE));
            reader = current;
        }
        return current;
    }

    /** Whoever gets its partitions needs its shards. It keeps those that are moving: draining needs no log. */
    private void leave() {
        closeReader();
        try {
            Set<Integer> moving = routes.toDrain(writer.connection(), Path.LOG).stream()
                    .map(Route::shard)
                    .collect(Collectors.toSet());
            leases.want(writer, ShardLeases.Wanted.NONE, moving).forEach(keeper::forget);
        } catch (SQLException away) {
            writer.rollback(); // the next time: it joins again, or leaves again
        }
    }

    private void closeReader() {
        GroupReader current = reader;
        reader = null;
        if (current != null) {
            try {
                current.close();
            } catch (LogException away) {
                status = new ServiceStatus(status.light(), status.reasons(), status.done(), status.failures() + 1);
            }
        }
    }
}
