package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.events.EventJson;
import daybook.events.JsonBuffer;
import daybook.events.Side;
import daybook.events.Trade;

/** Our hand-written JSON: nanoseconds per trade. */
public final class Json implements Contestant {
    private static final int TRADES = 256;
    private final boolean encode;
    private final int times;
    private final Trade[] trades = new Trade[TRADES];
    private final byte[][] bytes = new byte[TRADES][];

    public Json(boolean encode, int times) {
        this.encode = encode;
        this.times = times;
        for (int i = 0; i < TRADES; i++) {
            trades[i] = trade(i);
            bytes[i] = EventJson.toBytes(trades[i]);
        }
    }

    /** The trades that everybody encodes. */
    public static Trade trade(int i) {
        return new Trade(
                849_187 + i,
                1_732_880_000_123_456L + i * 100L,
                400_000 + i,
                i % 2 == 0 ? "RELIANCE" : "INFY",
                100_000 + i * 37L,
                1 + i,
                Side.BUY,
                1_234_567 + i,
                1_234_000 + i,
                "ACC" + (1000 + i),
                "ACC" + (2000 + i));
    }

    @Override
    public String name() {
        return "Daybook EventJson";
    }

    @Override
    public double run() {
        long start = System.nanoTime();
        long sum = encode ? encodeAll() : decodeAll();
        double nanos = (System.nanoTime() - start) / (double) times;
        if (sum == 0) {
            throw new IllegalStateException("nothing done");
        }
        return nanos;
    }

    private long encodeAll() {
        JsonBuffer buffer = new JsonBuffer();
        long sum = 0;
        for (int i = 0; i < times; i++) {
            buffer.clear();
            EventJson.write(trades[i % TRADES], buffer);
            sum += buffer.length();
        }
        return sum;
    }

    private long decodeAll() {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += EventJson.readEvent(bytes[i % TRADES]).seq();
        }
        return sum;
    }
}
