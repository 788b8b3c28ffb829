package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import daybook.delivery.Writer;
import daybook.strategies.ClosedBar;
import daybook.strategies.clock.ClosedBars;
import daybook.strategies.cutover.Path;
import daybook.strategies.cutover.Route;
import daybook.strategies.cutover.Routes;
import daybook.strategies.evaluate.Listeners.Listener;
import daybook.strategies.evaluate.ShardRunner.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Keeps the shards of one path: takes and renews their leases, and hands those over that have moved to the other path, once everything up to the
 * boundary has been evaluated. What is still owed then it evaluates from the table of bars, without waiting for anybody to bring it. Confined to
 * one thread.
 */
final class ShardKeeper {
    private static final String DRAINED =
            "UPDATE shard_route SET drained = 1 WHERE shard = ? AND previous = ? AND drained = 0";
    private static final long LOOK_EVERY_NS = Duration.ofMillis(200).toNanos();

    /** Bars in one step of catching up, and strategies in one transaction of it. */
    private static final int BARS = 50;

    private static final int STRATEGIES = 250;

    private final Path path;
    private final Writer writer;
    private final ShardLeases leases;
    private final ShardRunner runner;
    private final LongSupplier nanos;
    private final int attempts;
    private final Setbacks setbacks;
    private final Routes routes = new Routes();
    private final Pending pending = new Pending();
    private final ClosedBars bars = new ClosedBars();
    private final Listeners listeners = new Listeners();
    private final Statements statements = new Statements();
    private long lookNs;

    ShardKeeper(ShardRunner.Parts parts, ShardRunner runner) {
        this.path = parts.path();
        this.writer = parts.writer();
        this.leases = parts.leases();
        this.runner = runner;
        this.nanos = parts.nanos();
        this.attempts = parts.options().attempts();
        this.setbacks = new Setbacks(nanos);
        this.lookNs = nanos.getAsLong();
    }

    /** Keeps the leases. Returns the shards that are new. */
    Set<Integer> keep() throws SQLException {
        leases.renew(writer).forEach(this::forget);
        Set<Integer> gained = leases.take(writer);
        gained.forEach(this::forget);
        return gained;
    }

    /** Hands over what has moved, as far as it is drained. Returns how many evaluations and shards that were. */
    int handOver() throws SQLException {
        long now = nanos.getAsLong();
        if (now - lookNs < 0) {
            return 0;
        }
        lookNs = now + LOOK_EVERY_NS;
        int done = 0;
        for (Route route : routes.toDrain(writer.connection(), path)) {
            if (leases.holds(route.shard()) && !isPaused(route.shard())) {
                done += tryDrain(route);
            }
        }
        return done;
    }

    /** Evaluates what a shard owes up to a bar's end, some bars of it. Returns how many evaluations it has made. */
    int catchUp(int shard, long untilMicros) throws SQLException {
        int done = 0;
        for (UUID id : pending.bars(writer.connection(), shard, untilMicros, BARS)) {
            Optional<ClosedBars.Row> row = bars.find(writer.connection(), id);
            if (row.isPresent()) {
                Step step = evaluate(row.get().bar(), shard);
                done += step.count();
                if (step.isBehind()) {
                    break; // the others may have to wait for what this one waits for
                }
            }
        }
        return done;
    }

    /** Whether a shard is left alone for a while: something of it did not succeed. */
    boolean isPaused(int shard) {
        return setbacks.isPaused(shard);
    }

    /** The shard is not this owner's any more. */
    void forget(int shard) {
        runner.forget(shard);
        setbacks.forget(shard);
    }

    /** Which evaluations are too slow and have not been given up yet. */
    List<String> reasons() {
        return setbacks.reasons();
    }

    /**
     * Evaluates a bar on all of a shard that have listened to it. What a single shard is to blame for is not thrown: the shard pauses, and is
     * behind. Strategies that have been too slow too often count as evaluated.
     */
    Step evaluate(ClosedBar bar, int shard) throws SQLException {
        if (isPaused(shard)) {
            return new Step(0, true);
        }
        List<Listener> all = listeners.of(writer.connection(), bar, shard);
        int done = 0;
        for (int from = 0; from < all.size(); from += STRATEGIES) {
            List<Listener> some = all.subList(from, Math.min(from + STRATEGIES, all.size()));
            Step step = tryEvaluate(bar, shard, some);
            done += step.count();
            if (step.isBehind()) {
                return new Step(done, true);
            }
        }
        setbacks.over(shard, bar.id());
        return new Step(done, false);
    }

    private Step tryEvaluate(ClosedBar bar, int shard, List<Listener> some) throws SQLException {
        try {
            try {
                return runner.evaluate(bar, shard, some, ShardRunner.Finish.NOTHING);
            } catch (ShardRunner.TooLongException slow) {
                if (setbacks.tooSlow(shard, bar.id(), String.valueOf(slow.getMessage())) < attempts) {
                    return new Step(0, true);
                }
                int buried = runner.bury(bar, shard, some, ShardRunner.Finish.NOTHING);
                setbacks.over(shard, bar.id());
                return new Step(buried, false);
            }
        } catch (LostLeaseException | ShardRunner.NotMineException other) {
            setbacks.pause(shard);
            return new Step(0, true);
        }
    }

    Route route(int shard) throws SQLException {
        return routes.of(writer.connection(), shard);
    }

    private int tryDrain(Route route) throws SQLException {
        try {
            return drain(route);
        } catch (LostLeaseException other) {
            setbacks.pause(route.shard());
            return 0;
        }
    }

    private int drain(Route route) throws SQLException {
        if (pending.any(writer.connection(), route.shard(), route.boundaryMicros())) {
            return catchUp(route.shard(), route.boundaryMicros());
        }
        boolean committed = false;
        try {
            Connection connection = writer.transaction();
            // First: whoever evaluates in this shard holds this row until it has committed.
            leases.confirm(connection, route.shard());
            if (!pending.any(connection, route.shard(), route.boundaryMicros())) {
                PreparedStatement drained = statements.prepare(connection, DRAINED);
                drained.setInt(1, route.shard());
                drained.setString(2, path.text());
                drained.executeUpdate();
                leases.release(connection, route.shard());
                writer.commit();
                leases.forget(route.shard());
                forget(route.shard());
            } else {
                writer.commit();
            }
            committed = true;
            return 1;
        } finally {
            if (!committed) {
                writer.rollback();
            }
        }
    }
}
