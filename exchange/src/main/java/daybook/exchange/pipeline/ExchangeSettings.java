package daybook.exchange.pipeline;

import java.time.Duration;

/**
 * Limits of the pipeline.
 *
 * @param ringSlots commands that may wait for their reply; a power of two. When all are taken the entry answers busy
 * @param batchCommands most commands that one force covers
 * @param batchBytes a batch takes no further command once its entries have reached this size
 * @param waitingQueries most questions that may wait
 * @param snapshotEvery time between two snapshots
 */
public record ExchangeSettings(
        int ringSlots, int batchCommands, int batchBytes, int waitingQueries, Duration snapshotEvery) {

    /** 65,536 slots; batches of 4,096 commands or 1 MiB; 1,024 questions; a snapshot every five minutes. */
    public static final ExchangeSettings DEFAULT =
            new ExchangeSettings(65_536, 4_096, 1 << 20, 1_024, Duration.ofMinutes(5));

    public ExchangeSettings {
        between("ringSlots", ringSlots, 2, 1 << 24);
        if (Integer.bitCount(ringSlots) != 1) {
            throw new IllegalArgumentException("ringSlots: " + ringSlots + " (expected: a power of two)");
        }
        between("batchCommands", batchCommands, 1, 1 << 20);
        between("batchBytes", batchBytes, 1 << 10, 8 << 20);
        between("waitingQueries", waitingQueries, 1, 1 << 20);
        if (snapshotEvery.compareTo(Duration.ofMillis(1)) < 0 || snapshotEvery.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("snapshotEvery: " + snapshotEvery + " (expected: 1ms..1d)");
        }
    }

    private static void between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + most + ")");
        }
    }
}
