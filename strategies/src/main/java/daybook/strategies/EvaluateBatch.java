package daybook.strategies;

import java.util.List;
import java.util.UUID;

/**
 * Strategies of one shard that are due by one bar, as {@code strategy.evaluate.v1} carries them.
 *
 * @param shard all of them are in it
 * @param index from 0, among the batches of the same bar and shard
 */
public record EvaluateBatch(ClosedBar bar, int shard, int index, List<Long> strategyIds) {
    /** Most strategies in one batch. */
    public static final int MOST = 2_000;

    public EvaluateBatch {
        strategyIds = List.copyOf(strategyIds);
        if (strategyIds.isEmpty() || strategyIds.size() > MOST) {
            throw new IllegalArgumentException(
                    "strategyIds: " + strategyIds.size() + " of them (expected: 1.." + MOST + ")");
        }
    }

    /** The same for the same bar, shard and index: dispatched again, it is the same batch. */
    public UUID id() {
        return DerivedId.of(bar.id(), shard, index);
    }
}
