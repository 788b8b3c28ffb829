package daybook.lab.probe;

import daybook.events.Timeframe;
import daybook.events.Topics;
import daybook.strategies.AccountKey;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Fence;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.dispatch.Batches;
import daybook.strategies.evaluate.Evaluation;
import daybook.strategies.evaluate.Stamp;
import daybook.strategies.examples.Examples;
import daybook.strategies.subscriptions.Subscriptions.Due;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One bar, upon which every strategy is due: set up, woken, dispatched and evaluated by the classes that do it in earnest, in this process,
 * without a database or a log. What is left is what the code itself costs; what a disk and a broker add is measured elsewhere. One run at a
 * time.
 */
public final class CapacityProbe {
    private static final SeriesKey SERIES = new SeriesKey("probe", "crypto", "spot", "btcusdt", Timeframe.MINUTE);
    private static final AccountKey ACCOUNT = new AccountKey("probe", "probe", "spot");
    private static final ClosedBar BAR = new ClosedBar(
            SERIES,
            "BTCUSDT",
            30_000_000,
            new ClosedBar.Window(30_000_000L * 60_000_000, 30_000_001L * 60_000_000),
            new ClosedBar.Prices(6_500_000, 6_510_000, 6_490_000, 6_505_000),
            new ClosedBar.Traded(1_000, 6_500_000, 10),
            new ClosedBar.Scales(2, 3));

    private final ProbePlan plan;
    private final StrategyCatalog catalog = Examples.catalog();
    private final Shards shards;

    public CapacityProbe(ProbePlan plan) {
        this.plan = plan;
        this.shards = new Shards(plan.shards());
    }

    /** Throws {@link IllegalStateException} if a worker fails. */
    public ProbeResult run() {
        long startNs = System.nanoTime();
        List<Strategy> strategies = start();
        long wakeNs = System.nanoTime();
        List<EvaluateBatch> batches = wake();
        long dispatchNs = System.nanoTime();
        List<byte[]> bodies = dispatch(batches);
        long evaluateNs = System.nanoTime();
        Counted counted = evaluate(strategies, bodies);
        long endNs = System.nanoTime();
        return new ProbeResult(
                plan.strategies(),
                plan.shards(),
                plan.batchSize(),
                batches.size(),
                counted.evaluations(),
                counted.twice(),
                counted.intents(),
                perSecond(wakeNs - startNs),
                perSecond(dispatchNs - wakeNs),
                perSecond(evaluateNs - dispatchNs),
                perSecond(endNs - evaluateNs));
    }

    private List<Strategy> start() {
        List<String> kinds = List.of("momentum", "mean-reversion", "market-maker");
        List<Strategy> strategies = new ArrayList<>(plan.strategies());
        for (int id = 0; id < plan.strategies(); id++) {
            strategies.add(catalog.create(kinds.get(id % kinds.size()), Parameters.NONE));
        }
        return strategies;
    }

    private List<EvaluateBatch> wake() {
        List<Due> due = new ArrayList<>(plan.strategies());
        for (long id = 1; id <= plan.strategies(); id++) {
            due.add(new Due(id, shards.of(id)));
        }
        return Batches.of(BAR, due, plan.shards(), plan.batchSize());
    }

    private static List<byte[]> dispatch(List<EvaluateBatch> batches) {
        Records records = new Records(new Topics(Topics.DEFAULT_PREFIX));
        return batches.stream().map(batch -> records.of(batch).body()).toList();
    }

    private record Counted(long evaluations, long twice, long intents) {}

    private Counted evaluate(List<Strategy> strategies, List<byte[]> bodies) {
        AtomicIntegerArray times = new AtomicIntegerArray(plan.strategies());
        AtomicLong intents = new AtomicLong();
        AtomicInteger next = new AtomicInteger();
        ExecutorService workers = Executors.newFixedThreadPool(plan.workers());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < plan.workers(); i++) {
                running.add(workers.submit(() -> {
                    for (int at = next.getAndIncrement(); at < bodies.size(); at = next.getAndIncrement()) {
                        intents.addAndGet(evaluate(strategies, Bodies.readBatch(bodies.get(at)), times));
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("probe: interrupted", stopped);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("probe: a worker failed: " + failed.getCause(), failed);
        } finally {
            workers.shutdownNow();
        }
        long evaluations = 0;
        long twice = 0;
        for (int i = 0; i < times.length(); i++) {
            evaluations += times.get(i);
            twice += times.get(i) > 1 ? 1 : 0;
        }
        return new Counted(evaluations, twice, intents.get());
    }

    private static long evaluate(List<Strategy> strategies, EvaluateBatch batch, AtomicIntegerArray times) {
        Fence fence = new Fence(Shards.lease(batch.shard()), 1);
        long intents = 0;
        for (long id : batch.strategyIds()) {
            int index = Math.toIntExact(id - 1);
            Evaluation evaluation = Evaluation.run(strategies.get(index), batch.bar(), Strategy.NOTHING);
            Stamp.Source source = new Stamp.Source(id, ACCOUNT, batch.bar());
            intents += Stamp.DERIVED.stamp(source, evaluation.decision(), fence).size();
            times.incrementAndGet(index);
        }
        return intents;
    }

    private long perSecond(long elapsedNs) {
        return Math.round(plan.strategies() * 1e9 / Math.max(1, elapsedNs));
    }
}
