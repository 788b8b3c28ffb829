package daybook.lab.probe;

/**
 * What came of it.
 *
 * @param batches that the bar was cut into
 * @param evaluations that were made; equal to the strategies, or something is wrong
 * @param twice strategies that were evaluated more than once
 * @param intents that were decided
 * @param startPerSecond strategies set up
 * @param wakePerSecond strategies found to be due and grouped by shard
 * @param dispatchPerSecond strategies put into batches, as they go to the log
 * @param evaluatePerSecond strategies taken from batches and evaluated, by all workers together
 */
public record ProbeResult(
        int strategies,
        int shards,
        int batchSize,
        int batches,
        long evaluations,
        long twice,
        long intents,
        long startPerSecond,
        long wakePerSecond,
        long dispatchPerSecond,
        long evaluatePerSecond) {

    /** Each strategy once. */
    public boolean pass() {
        return evaluations == strategies && twice == 0;
    }
}
