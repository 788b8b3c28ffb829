package daybook.bench.workload;

import java.util.Arrays;

/** Trades, volume and an order-sensitive hash per symbol: equal for two engines only if they executed the same. */
public final class Executions {
    private final long[] hashes;
    private long trades;
    private long volume;

    public Executions(int symbols) {
        hashes = new long[symbols];
    }

    public void trade(int symbol, long makerId, long takerId, long price, long size) {
        trades++;
        volume += size;
        hashes[symbol] = hashes[symbol] * 31 + (makerId * 1_000_003L + takerId * 10_007L + price * 101L + size);
    }

    public void reset() {
        Arrays.fill(hashes, 0);
        trades = 0;
        volume = 0;
    }

    public long trades() {
        return trades;
    }

    public long volume() {
        return volume;
    }

    public boolean equalTo(Executions other) {
        return trades == other.trades && volume == other.volume && Arrays.equals(hashes, other.hashes);
    }

    @Override
    public String toString() {
        return trades + " trades of " + volume + ", hash " + Long.toHexString(Arrays.hashCode(hashes));
    }
}
