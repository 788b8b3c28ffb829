package daybook.strategies.api;

import daybook.strategies.ClosedBar;

/**
 * Decides upon each closed bar of a series that it listens to, in the order of the bars, each exactly once.
 *
 * <p>A strategy is deterministic: the decision follows from the bar and the state alone. It reads no clock, draws no numbers, opens nothing
 * and remembers nothing beside its state; then a backtest, the local path and the log decide the same. It may run on any thread, one call
 * at a time, and must come back soon: all strategies of a batch share the evaluation's deadline.
 *
 * <p>What it throws is recorded, and the state stays; after a few failures in a row it is stopped as failed. The others go on.
 */
public interface Strategy {
    /** The state before the first bar. */
    String NOTHING = "";

    /**
     * Decides.
     *
     * @param bar of one of its series; each series has a state of its own
     * @param state as the decision before gave it; {@link #NOTHING} before the first
     */
    Decision onBar(ClosedBar bar, String state);
}
