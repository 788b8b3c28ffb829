package daybook.exchange.pipeline;

/** Told how recovery goes, on the thread that opens the exchange. */
@FunctionalInterface
public interface RecoveryProgress {
    RecoveryProgress NONE = (replayed, total) -> {};

    /**
     * Told at the start, every 65,536 commands, and at the end.
     *
     * @param replayed commands replayed so far
     * @param total commands to replay
     */
    void replayed(long replayed, long total);
}
