package daybook.strategies.evaluate;

import daybook.delivery.Backoff;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Writer;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.clock.BarListener;
import daybook.strategies.clock.ClosedBars;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Path;
import daybook.strategies.cutover.Route;
import daybook.strategies.subscriptions.StrategyTable;
import daybook.strategies.subscriptions.Subscriptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The local path: evaluates the shards that are routed to it upon each bar that the clock hands over in this process. It needs the database and
 * nothing else; whether there is a log makes no difference to it. Therefore it does not send what it puts into the outbox: the relay of another
 * service does, on another thread (in the clock's process {@link daybook.strategies.clock.BarPublisher}).
 *
 * <p>The bus tells it soon, the table of bars tells it surely: it follows that, too, so that it misses nothing that was recorded by another
 * process, before its start, or while more waited than it keeps. When a shard becomes its own it evaluates all that the shard owes.
 *
 * <p>{@link #onBar} may be called by any thread and never blocks; the rest is confined to one. {@link #status} is safe for any.
 */
public final class LocalScheduler implements BarListener, AutoCloseable {
    public static final String NAME = "local-scheduler";

    private static final int WAITING = 10_000;
    private static final int BARS = 64;
    private static final long FOLLOW_EVERY_NS = Duration.ofMillis(500).toNanos();

    private final ServicePorts ports;
    private final Writer writer;
    private final ShardLeases leases;
    private final ShardRunner runner;
    private final ShardKeeper keeper;
    private final Backoff backoff;
    private final ClosedBars bars = new ClosedBars();
    private final Subscriptions subscriptions = new Subscriptions();
    private final BlockingQueue<ClosedBar> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicBoolean overflowed = new AtomicBoolean();
    private final Set<Integer> behind = new TreeSet<>();
    /** Of each series, the last bar that all of these shards are up to. */
    private final Map<String, Long> seen = new HashMap<>();

    private long followed = -1;
    private long followNs;
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);

    /** Makes the tables that are missing. */
    public LocalScheduler(ServicePorts ports, Evaluator.Settings settings) {
        this(ports, settings, ShardRunner.Rules.real());
    }

    LocalScheduler(ServicePorts ports, Evaluator.Settings settings, ShardRunner.Rules rules) {
        StrategyDatabase.migrate(ports.database());
        this.ports = ports;
        this.writer = new Writer(ports.database());
        String owner = ports.owner() + "/" + NAME;
        this.leases = new ShardLeases(
                new ShardLeases.Terms(owner, Path.LOCAL, settings.options().lease()), ports.nanos());
        ShardRunner.Parts parts = new ShardRunner.Parts(
                Path.LOCAL,
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
        this.backoff = new Backoff(ports.nanos());
        this.followNs = ports.nanos().getAsLong();
        Preparation.prepare(writer, new Cutover(settings.shards(), ports.clock()));
    }

    /** A bar has been recorded. */
    @Override
    public void onBar(ClosedBar bar) {
        if (!waiting.offer(bar)) {
            overflowed.set(true); // it is in the table
        }
    }

    /** Does what there is, up to a limit. Returns how much; 0 = nothing now. */
    public int pump() {
        if (backoff.waiting()) {
            return 0;
        }
        try {
            leases.want(writer, ShardLeases.Wanted.ALL);
            behind.addAll(keeper.keep());
            if (overflowed.getAndSet(false)) {
                behind.addAll(leases.held());
            }
            int done = catchUp() + fromTheBus() + follow() + keeper.handOver();
            backoff.worked();
            List<String> slow = keeper.reasons();
            status = new ServiceStatus(
                    slow.isEmpty() ? Light.GREEN : Light.RED, slow, runner.evaluated(), status.failures());
            return done;
        } catch (SQLException away) {
            writer.rollback();
            behind.addAll(leases.held());
            backoff.failed();
            status = new ServiceStatus(
                    Light.RED, List.of(NAME + ": " + away.getMessage()), runner.evaluated(), status.failures() + 1);
            return 0;
        }
    }

    public ServiceStatus status() {
        return status;
    }

    /** Evaluations that were committed since the start. Safe for any thread. */
    public long evaluated() {
        return runner.evaluated();
    }

    /** Gives its shards back. */
    @Override
    public void close() {
        try {
            leases.release(writer, leases.held());
        } catch (SQLException away) {
            writer.rollback(); // they end by themselves
        }
        writer.close();
    }

    /** What its shards owe from before they were its own. */
    private int catchUp() throws SQLException {
        int done = 0;
        for (int shard : List.copyOf(behind)) {
            if (!leases.holds(shard)) {
                // It may be renewed yet; then it owes what has come meanwhile.
                if (!leases.held().contains(shard)) {
                    behind.remove(shard);
                }
                continue;
            }
            if (keeper.isPaused(shard)) {
                continue;
            }
            int some = keeper.catchUp(shard, keeper.route(shard).limitMicros());
            if (some == 0 && !keeper.isPaused(shard)) {
                behind.remove(shard);
            }
            done += some;
        }
        return done;
    }

    private int fromTheBus() throws SQLException {
        int done = 0;
        for (int i = 0; i < BARS; i++) {
            ClosedBar bar = waiting.poll();
            if (bar == null) {
                break;
            }
            done += 1 + evaluate(bar);
        }
        return done;
    }

    /** What was recorded since it looked last, by whomever. */
    private int follow() throws SQLException {
        long now = ports.nanos().getAsLong();
        if (now - followNs < 0) {
            return 0;
        }
        Connection connection = writer.connection();
        if (followed < 0) { // what lies before is for those that catch up
            followed = bars.lastRow(connection);
            behind.addAll(leases.held());
        }
        List<ClosedBars.Row> rows = bars.after(connection, followed, BARS);
        int done = 0;
        for (ClosedBars.Row row : rows) {
            done += evaluate(row.bar());
            followed = row.n();
        }
        followNs = rows.size() == BARS ? now : now + FOLLOW_EVERY_NS;
        return done;
    }

    private int evaluate(ClosedBar bar) throws SQLException {
        String series = bar.series().text();
        if (seen.getOrDefault(series, Long.MIN_VALUE) >= bar.token()) {
            return 0;
        }
        int done = 0;
        Set<Integer> shards = subscriptions.of(writer.connection(), bar).stream()
                .map(Subscriptions.Due::shard)
                .collect(Collectors.toCollection(TreeSet::new));
        for (int shard : shards) {
            done += evaluate(bar, shard);
        }
        seen.put(series, bar.token());
        return done;
    }

    private int evaluate(ClosedBar bar, int shard) throws SQLException {
        if (keeper.route(shard).verdict(Path.LOCAL, bar.window().endMicros()) != Route.Verdict.MINE) {
            return 0;
        }
        if (!leases.holds(shard)) {
            behind.add(shard); // unless it is another's
            return 0;
        }
        ShardRunner.Step step = keeper.evaluate(bar, shard);
        if (step.isBehind()) {
            behind.add(shard);
        }
        return step.count();
    }
}
