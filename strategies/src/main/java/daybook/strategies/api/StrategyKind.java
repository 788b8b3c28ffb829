package daybook.strategies.api;

import java.util.function.Function;

/**
 * A kind of strategy that can be set up.
 *
 * @param name as users write it, such as {@code mean-reversion}
 * @param wakes what wakes it: says which path may evaluate it
 * @param summary its parameters in one line, for whoever sets one up
 * @param factory makes one from its parameters; throws {@link IllegalArgumentException} if they are not what it needs
 */
public record StrategyKind(String name, Wakes wakes, String summary, Function<Parameters, Strategy> factory) {

    /** What wakes a strategy. */
    public enum Wakes {
        /** A bar that is closed, whatever else is going on. */
        CLOSED_BAR,
        /** Prices between bars. */
        TICK,
        /** Its own orders: levels of a grid. */
        GRID,
        /** Its own losses. */
        MARTINGALE,
        /** The session's begin and end. */
        DAILY_SESSION
    }

    public StrategyKind {
        if (!name.matches("[a-z][a-z0-9-]{0,63}")) {
            throw new IllegalArgumentException(
                    "kind: " + name + " (expected: a small letter, then at most 63 of a-z 0-9 -)");
        }
    }
}
