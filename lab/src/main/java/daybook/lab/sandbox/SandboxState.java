package daybook.lab.sandbox;

import java.util.List;

/**
 * Everything there is to be seen of a sandbox at one moment.
 *
 * @param nextEvent id of the next trade
 * @param generation of the group
 */
public record SandboxState(
        Settings settings,
        List<PartitionView> partitions,
        List<ConsumerView> consumers,
        List<SymbolView> symbols,
        SecondGroup second,
        Totals totals,
        List<Line> log,
        long nextEvent,
        int generation) {

    /** Most records of a partition that are shown, the last ones. */
    public static final int SHOWN = 60;

    /** What can be switched. */
    public record Settings(long seed, int members, Mode mode, Guard guard) {}

    /**
     * A partition.
     *
     * @param owner 0 = nobody
     * @param committed the group's bookmark: offset of the next record it will read
     * @param end offset that the next record will get
     */
    public record PartitionView(int partition, int owner, long committed, long end, List<RecordView> records) {}

    /**
     * A record.
     *
     * @param counts how often its trade is in the positions
     */
    public record RecordView(long offset, long eventId, Symbol symbol, long quantity, int counts) {}

    /** A consumer that runs, or one that has died and was not started again. */
    public record ConsumerView(int consumer, boolean alive, List<Integer> partitions) {}

    /**
     * A symbol and what its trades came to.
     *
     * @param partition where its next record will lie
     * @param of3 partition if there are three
     * @param of4 partition if there are four
     * @param right what the position would be if each trade that was read counted once
     * @param profit at the price of the last trade, paise
     * @param rightProfit the same of {@code right}, paise
     */
    public record SymbolView(
            Symbol symbol, int partition, int of3, int of4, long quantity, long right, long profit, long rightProfit) {}

    /**
     * A second group, which did not exist when the records were written.
     *
     * @param runs how often it has read everything
     * @param records that it read the last time
     */
    public record SecondGroup(int runs, long records) {}

    /**
     * Of all trades.
     *
     * @param sent trades on the topic
     * @param waiting of them the group has not passed
     * @param lost passed, and never counted
     * @param twice counts beyond the first
     */
    public record Totals(long sent, long waiting, long lost, long twice) {}
}
