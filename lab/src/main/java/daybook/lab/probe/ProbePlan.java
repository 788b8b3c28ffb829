package daybook.lab.probe;

import daybook.strategies.EvaluateBatch;
import daybook.strategies.Shards;

/**
 * What is measured.
 *
 * @param strategies that all listen to the one bar
 * @param batchSize most of them in one batch
 * @param workers threads that evaluate
 */
public record ProbePlan(int strategies, int shards, int batchSize, int workers) {
    public static final ProbePlan DEFAULT = new ProbePlan(5_000, Shards.DEFAULT_COUNT, 250, 16);

    public ProbePlan {
        range("strategies", strategies, 1, 10_000_000);
        range("shards", shards, 1, Shards.MOST);
        range("batchSize", batchSize, 1, EvaluateBatch.MOST);
        range("workers", workers, 1, 1_000);
    }

    /** The same with as many strategies. */
    public ProbePlan with(int count) {
        return new ProbePlan(count, shards, batchSize, workers);
    }

    private static void range(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + most + ")");
        }
    }
}
