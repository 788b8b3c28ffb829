package daybook.strategies.evaluate;

import daybook.events.Side;
import daybook.strategies.ClosedBar;
import daybook.strategies.DerivedId;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import java.util.List;

/** Strategies of tests. */
final class Kinds {
    /** Called while a strategy runs, before it decides. */
    interface Hook {
        void during(ClosedBar bar, Parameters parameters);
    }

    private Kinds() {}

    /**
     * {@code chain} remembers a digest of all bars it has seen, so a bar too few, too many or in another order shows; it orders upon every
     * third bar. {@code faulty} throws from bar {@code from} on.
     */
    static StrategyCatalog catalog(Hook hook) {
        return new StrategyCatalog(List.of(
                new StrategyKind("chain", StrategyKind.Wakes.CLOSED_BAR, "id", parameters -> chain(hook, parameters)),
                new StrategyKind(
                        "faulty", StrategyKind.Wakes.CLOSED_BAR, "from", parameters -> faulty(hook, parameters)),
                new StrategyKind("grid", StrategyKind.Wakes.GRID, "", parameters -> chain(hook, parameters))));
    }

    private static Strategy chain(Hook hook, Parameters parameters) {
        return (bar, state) -> {
            hook.during(bar, parameters);
            return chained(bar, state);
        };
    }

    static Decision chained(ClosedBar bar, String state) {
        String next = DerivedId.of(state, bar.token()).toString();
        return bar.token() % 3 == 0
                ? new Decision(
                        next, List.of(Order.limit(Side.BUY, bar.prices().close(), 1), Order.market(Side.SELL, 2)))
                : Decision.keep(next);
    }

    private static Strategy faulty(Hook hook, Parameters parameters) {
        return (bar, state) -> {
            hook.during(bar, parameters);
            if (bar.token() >= parameters.get("from", 0, 0, Long.MAX_VALUE)) {
                throw new ArithmeticException("at bar " + bar.token());
            }
            return chained(bar, state);
        };
    }
}
