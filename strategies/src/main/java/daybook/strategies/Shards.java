package daybook.strategies;

import java.util.OptionalInt;

/**
 * Which shard a strategy is in: its id modulo the number of shards. A shard is evaluated by one owner at a time, and moves as a whole.
 * The number of shards never changes while strategies exist. Immutable.
 *
 * @param count {@code STRATEGY_SHARD_COUNT}, 1 to {@value #MOST}
 */
public record Shards(int count) {
    public static final int DEFAULT_COUNT = 128;
    public static final int MOST = 4_096;

    public Shards {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("shards: " + count + " (expected: 1.." + MOST + ")");
        }
    }

    /** The shard of a strategy, from 0. */
    public int of(long strategyId) {
        return (int) Math.floorMod(strategyId, (long) count);
    }

    /** Record key of what is for a shard. */
    public static String key(int shard) {
        return "strategy-shard:" + shard;
    }

    /** Name of the lease whose holder alone evaluates a shard. */
    public static String lease(int shard) {
        return "shard-" + shard;
    }

    /** On a topic that is keyed by shard: the shard modulo the number of partitions, so that they are equally full. */
    public static OptionalInt partition(int shard, int partitions) {
        return OptionalInt.of(shard % partitions);
    }
}
