package daybook.strategies.evaluate;

import daybook.delivery.Outbox;
import daybook.delivery.Writer;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.clock.ClosedBars;
import daybook.strategies.cutover.Path;
import daybook.strategies.cutover.Route;
import daybook.strategies.cutover.Routes;
import daybook.strategies.evaluate.HotShard.Place;
import daybook.strategies.evaluate.HotShard.Progress;
import daybook.strategies.evaluate.Listeners.Listener;
import daybook.strategies.subscriptions.StrategyTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Evaluates strategies of a shard on a bar, for both paths. The strategies run first, outside of any transaction; then one transaction confirms
 * the shard's lease, asks whose the bar is, records the evaluations under their guard, and stores states and intents. Whatever it was that did
 * not commit has not happened, and what is kept in memory of the shard is forgotten.
 *
 * <p>Bars of a series are evaluated in their order: if one that a strategy has missed lies before this one, it comes first.
 *
 * <p>Confined to one thread.
 */
final class ShardRunner {
    /** So many evaluations of the past, strategies times bars, are made up for in one step. */
    private static final int MISSED = 1_000;

    /** What it works with. */
    record Parts(
            Path path,
            EvaluationOptions options,
            StrategyCatalog catalog,
            Writer writer,
            ShardLeases leases,
            StrategyTable strategies,
            Records records,
            InstantSource clock,
            LongSupplier nanos) {}

    /** What may be exchanged in tests only. */
    record Rules(Guard guard, Stamp stamp, boolean renewsWhileWorking) {
        static Rules real() {
            return new Rules(new Guard.Rows(), Stamp.DERIVED, true);
        }
    }

    /** What else belongs into the transaction of an evaluation. */
    @FunctionalInterface
    interface Finish {
        Finish NOTHING = connection -> {};

        void in(Connection connection) throws SQLException;
    }

    /**
     * What one step has done.
     *
     * @param count evaluations that were committed
     * @param isBehind so much had been missed before the bar that it has not been reached: it has to be brought again
     */
    record Step(int count, boolean isBehind) {}

    /** Who has missed what before a bar. {@code more}: that is not all of it. */
    private record Missed(Map<UUID, List<Listener>> byBar, boolean more) {}

    /** The evaluations on one bar. */
    private record OnBar(ClosedBar bar, List<Guard.Done> done) {}

    /** A bar is not this path's any more, or not yet: nothing was stored. */
    static final class NotMineException extends SQLException {
        private static final long serialVersionUID = 1L;

        NotMineException(String message) {
            super(message);
        }
    }

    /** The strategies of one batch took too long together. */
    static final class TooLongException extends SQLException {
        private static final long serialVersionUID = 1L;

        TooLongException(String message) {
            super(message);
        }
    }

    private final Parts parts;
    private final Rules rules;
    private final Listeners listeners = new Listeners();
    private final ClosedBars bars = new ClosedBars();
    private final Routes routes = new Routes();
    private final Results results;
    private final Map<Integer, HotShard> hot = new HashMap<>();
    private volatile long evaluated;

    ShardRunner(Parts parts, Rules rules) {
        this.parts = parts;
        this.rules = rules;
        this.results = new Results(parts.records(), new Outbox(parts.clock()));
    }

    /** Evaluations that were committed since the start. Safe for any thread. */
    long evaluated() {
        return evaluated;
    }

    /** The shard is not this owner's any more, or it is not known what was stored. */
    void forget(int shard) {
        hot.remove(shard);
    }

    /**
     * Evaluates those of the listeners that have not been evaluated on it, unless too much lies before it.
     *
     * @param due of the shard, by id
     */
    Step evaluate(ClosedBar bar, int shard, List<Listener> due, Finish finish) throws SQLException {
        boolean committed = false;
        try {
            Step step = evaluateAll(bar, shard, due, finish);
            committed = true;
            return step;
        } finally {
            if (!committed) {
                parts.writer().rollback();
                forget(shard);
            }
        }
    }

    /** Gives a batch up: its strategies count as evaluated on the bar and on what they have missed before it, without having been run. */
    int bury(ClosedBar bar, int shard, List<Listener> due, Finish finish) throws SQLException {
        boolean committed = false;
        try {
            int count = buryAll(bar, shard, due, finish);
            committed = true;
            return count;
        } finally {
            if (!committed) {
                parts.writer().rollback();
                forget(shard);
            }
        }
    }

    private Step evaluateAll(ClosedBar bar, int shard, List<Listener> due, Finish finish) throws SQLException {
        load(bar, shard, due);
        Missed missed = missed(bar, shard, due);
        long startNs = parts.nanos().getAsLong();
        int count = 0;
        int bars = 0;
        for (Map.Entry<UUID, List<Listener>> each : missed.byBar().entrySet()) {
            ClosedBar earlier = find(each.getKey());
            count += store(earlier, shard, run(earlier, shard, each.getValue()), Finish.NOTHING);
            bars++;
            boolean late = parts.nanos().getAsLong() - startNs
                    > parts.options().timeout().toNanos();
            if (late && bars < missed.byBar().size()) {
                return new Step(count, true); // or the group would give its partitions to another meanwhile
            }
        }
        if (missed.more()) {
            return new Step(count, true);
        }
        return new Step(count + store(bar, shard, run(bar, shard, due), finish), false);
    }

    private int buryAll(ClosedBar bar, int shard, List<Listener> due, Finish finish) throws SQLException {
        load(bar, shard, due);
        int count = 0;
        Missed missed = missed(bar, shard, due);
        while (missed.more()) { // each time there are fewer
            keepShards(shard);
            count += store(shard, dead(missed, shard), Finish.NOTHING);
            missed = missed(bar, shard, due);
        }
        List<OnBar> last = dead(missed, shard);
        last.add(new OnBar(bar, without(Evaluation.Outcome.DEAD, bar, shard, due)));
        return count + store(shard, last, finish);
    }

    private List<OnBar> dead(Missed missed, int shard) throws SQLException {
        List<OnBar> dead = new ArrayList<>();
        for (Map.Entry<UUID, List<Listener>> each : missed.byBar().entrySet()) {
            ClosedBar bar = find(each.getKey());
            dead.add(new OnBar(bar, without(Evaluation.Outcome.DEAD, bar, shard, each.getValue())));
        }
        return dead;
    }

    private ClosedBar find(UUID barId) throws SQLException {
        return bars.find(parts.writer().connection(), barId)
                .orElseThrow(() -> new IllegalStateException("bar: " + barId + " (expected: one that is recorded)"))
                .bar();
    }

    private HotShard load(ClosedBar bar, int shard, List<Listener> due) throws SQLException {
        HotShard states = hot.computeIfAbsent(shard, any -> new HotShard(parts.catalog()));
        states.load(
                parts.writer().connection(),
                bar.series().text(),
                due.stream().map(Listener::strategyId).toList());
        return states;
    }

    /** The bars before this one that some of the listeners have missed, in their order, up to a limit. In almost every case there are none. */
    private Missed missed(ClosedBar bar, int shard, List<Listener> due) throws SQLException {
        Connection connection = parts.writer().connection();
        Optional<Listeners.Before> before = listeners.before(connection, bar);
        Map<Long, Listener> suspects = new HashMap<>();
        for (Listener listener : before.isPresent() ? due : List.<Listener>of()) {
            Progress at = progress(bar, shard, listener);
            boolean gap = before.get().token() > at.lastToken() && before.get().endMicros() > listener.sinceMicros();
            if (gap && rules.guard().isDue(at, bar)) {
                suspects.put(listener.strategyId(), listener);
            }
        }
        Map<UUID, List<Listener>> byBar = new LinkedHashMap<>();
        if (suspects.isEmpty()) {
            return new Missed(byBar, false);
        }
        List<Listeners.Miss> misses = listeners.missed(connection, bar, suspects.keySet(), MISSED);
        for (Listeners.Miss miss : misses) {
            byBar.computeIfAbsent(miss.barId(), any -> new ArrayList<>()).add(suspects.get(miss.strategyId()));
        }
        return new Missed(byBar, misses.size() == MISSED);
    }

    private Progress progress(ClosedBar bar, int shard, Listener listener) {
        return states(shard)
                .progress(new Place(listener.strategyId(), bar.series().text()));
    }

    private HotShard states(int shard) {
        return hot.computeIfAbsent(shard, any -> new HotShard(parts.catalog()));
    }

    /** Runs the strategies, one after the other, keeping the shards meanwhile. */
    private List<Guard.Done> run(ClosedBar bar, int shard, List<Listener> due) throws SQLException {
        List<Guard.Done> done = new ArrayList<>();
        long startNs = parts.nanos().getAsLong();
        for (Listener listener : due) {
            Progress at = progress(bar, shard, listener);
            if (!rules.guard().isDue(at, bar)) {
                continue;
            }
            keepShards(shard);
            Evaluation evaluation = listener.failed()
                    ? Evaluation.without(Evaluation.Outcome.SKIPPED, at.state())
                    : Evaluation.run(states(shard).live(listener.strategyId()).strategy(), bar, at.state());
            done.add(new Guard.Done(listener.strategyId(), evaluation));
            if (parts.nanos().getAsLong() - startNs > parts.options().timeout().toNanos()) {
                throw new TooLongException("strategies: those of shard " + shard + " took longer than "
                        + parts.options().timeout().toMillis() + " ms on bar " + bar.id() + ", at strategy "
                        + listener.strategyId());
            }
        }
        return done;
    }

    private List<Guard.Done> without(Evaluation.Outcome outcome, ClosedBar bar, int shard, List<Listener> due) {
        List<Guard.Done> done = new ArrayList<>();
        for (Listener listener : due) {
            Progress at = progress(bar, shard, listener);
            if (rules.guard().isDue(at, bar)) {
                done.add(new Guard.Done(listener.strategyId(), Evaluation.without(outcome, at.state())));
            }
        }
        return done;
    }

    private void keepShards(int shard) throws SQLException {
        if (!rules.renewsWhileWorking()) {
            return;
        }
        List<Integer> lost = parts.leases().renew(parts.writer());
        if (!lost.isEmpty()) {
            lost.stream().filter(each -> each != shard).forEach(this::forget);
            if (lost.contains(shard)) {
                throw new LostLeaseException("shard: " + shard + " was lost while it was being evaluated");
            }
        }
    }

    private int store(ClosedBar bar, int shard, List<Guard.Done> done, Finish finish) throws SQLException {
        return store(shard, List.of(new OnBar(bar, done)), finish);
    }

    /** In one transaction. */
    private int store(int shard, List<OnBar> all, Finish finish) throws SQLException {
        int count = all.stream().mapToInt(each -> each.done().size()).sum();
        if (count == 0 && finish == Finish.NOTHING) {
            return 0;
        }
        Connection connection = parts.writer().transaction();
        parts.leases().confirm(connection, shard);
        Route route = routes.of(connection, shard);
        List<Map<Long, Progress>> states = new ArrayList<>();
        for (OnBar each : all) {
            states.add(store(connection, route, each));
        }
        finish.in(connection);
        parts.writer().commit();
        HotShard hotShard = states(shard);
        for (int i = 0; i < all.size(); i++) {
            String series = all.get(i).bar().series().text();
            states.get(i).forEach((id, now) -> hotShard.became(new Place(id, series), now));
        }
        evaluated = evaluated() + count;
        return count;
    }

    private Map<Long, Progress> store(Connection connection, Route route, OnBar evaluations) throws SQLException {
        ClosedBar bar = evaluations.bar();
        List<Guard.Done> done = evaluations.done();
        int shard = route.shard();
        if (route.verdict(parts.path(), bar.window().endMicros()) != Route.Verdict.MINE) {
            throw new NotMineException("bar: " + bar.id() + " of shard " + shard + " is the other path's");
        }
        Fence fence = parts.leases().fence(shard);
        long nowMicros = Math.multiplyExact(parts.clock().millis(), 1_000L);
        if (!rules.guard().record(connection, new Guard.Where(bar, parts.path(), fence.token(), nowMicros), done)) {
            throw new LostLeaseException("bar: " + bar.id() + " has been evaluated in shard " + shard + " before");
        }
        Map<Long, Progress> states = progressed(bar, shard, done);
        results.states(connection, bar, states);
        results.intents(connection, bar, intents(bar, shard, done, fence));
        stopFailed(connection, states, done);
        return states;
    }

    private Map<Long, Progress> progressed(ClosedBar bar, int shard, List<Guard.Done> done) {
        Map<Long, Progress> states = new TreeMap<>();
        for (Guard.Done each : done) {
            Progress at = states(shard)
                    .progress(new Place(each.strategyId(), bar.series().text()));
            int failures = switch (each.evaluation().outcome()) {
                case DECIDED -> 0;
                // One that was started again begins anew.
                case FAILED -> at.failures() % parts.options().failures() + 1;
                case SKIPPED, DEAD -> at.failures();
            };
            states.put(
                    each.strategyId(), new Progress(each.evaluation().decision().state(), bar.token(), failures));
        }
        return states;
    }

    private List<OrderIntent> intents(ClosedBar bar, int shard, List<Guard.Done> done, Fence fence) {
        List<OrderIntent> intents = new ArrayList<>();
        for (Guard.Done each : done) {
            if (!each.evaluation().decision().orders().isEmpty()) {
                Stamp.Source source = new Stamp.Source(
                        each.strategyId(), states(shard).live(each.strategyId()).account(), bar);
                intents.addAll(rules.stamp().stamp(source, each.evaluation().decision(), fence));
            }
        }
        return intents;
    }

    private void stopFailed(Connection connection, Map<Long, Progress> states, List<Guard.Done> done)
            throws SQLException {
        for (Guard.Done each : done) {
            Progress now = states.get(each.strategyId());
            if (each.evaluation().outcome() == Evaluation.Outcome.FAILED
                    && now != null
                    && now.failures() >= parts.options().failures()) {
                parts.strategies()
                        .fail(connection, each.strategyId(), each.evaluation().detail());
            }
        }
    }
}
