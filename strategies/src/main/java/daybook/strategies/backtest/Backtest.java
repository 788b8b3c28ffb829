package daybook.strategies.backtest;

import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.Strategy;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.evaluate.Evaluation;
import daybook.strategies.evaluate.Evaluation.Outcome;
import daybook.strategies.evaluate.Stamp;
import daybook.strategies.subscriptions.StrategyRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a strategy over bars, by the code that evaluates live: the same bars give the same intents with the same ids. Writes nothing, sends
 * nothing. Immutable; safe for many threads.
 */
public final class Backtest {
    /** No lease has this name: if such an intent ever came to a gateway, its token would be stale. */
    static final Fence FENCE = new Fence("backtest", 1);

    private final StrategyCatalog catalog;
    private final int failures;

    /** @param failures in a row after which it stops, as it would live */
    public Backtest(StrategyCatalog catalog, int failures) {
        this.catalog = catalog;
        this.failures = failures;
    }

    /** One bar. */
    public record Step(ClosedBar bar, Evaluation evaluation, List<OrderIntent> intents) {}

    /**
     * What came of it.
     *
     * @param failed it was stopped after too many failures in a row; the last step says what it threw
     */
    public record Result(List<Step> steps, boolean failed) {
        public Result {
            steps = List.copyOf(steps);
        }

        public List<OrderIntent> intents() {
            return steps.stream().flatMap(step -> step.intents().stream()).toList();
        }
    }

    /**
     * Runs one. Throws {@link IllegalArgumentException} if it cannot be set up so.
     *
     * @param strategyId as it is live, or any; the ids of the intents follow from it
     * @param bars of its series in the order in which they were closed; others are passed over
     */
    public Result run(long strategyId, StrategyRow.Setup setup, List<ClosedBar> bars) {
        Strategy strategy = catalog.create(setup.kind(), setup.parameters());
        Map<SeriesKey, String> states = new HashMap<>();
        Map<SeriesKey, Integer> inARow = new HashMap<>();
        List<Step> steps = new ArrayList<>();
        for (ClosedBar bar : bars) {
            if (!setup.series().contains(bar.series())) {
                continue;
            }
            String state = states.getOrDefault(bar.series(), Strategy.NOTHING);
            Evaluation evaluation = Evaluation.run(strategy, bar, state);
            states.put(bar.series(), evaluation.decision().state());
            Stamp.Source source = new Stamp.Source(strategyId, setup.account(), bar);
            steps.add(new Step(bar, evaluation, Stamp.DERIVED.stamp(source, evaluation.decision(), FENCE)));
            int count = evaluation.outcome() == Outcome.FAILED ? inARow.getOrDefault(bar.series(), 0) + 1 : 0;
            inARow.put(bar.series(), count);
            if (count >= failures) {
                return new Result(steps, true);
            }
        }
        return new Result(steps, false);
    }
}
