package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.events.EventJson;
import daybook.events.JsonBuffer;
import daybook.events.Side;
import daybook.events.Trade;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Our hand-written JSON: nanoseconds per trade. */
public final class Json implements Contestant {
    private static final int TRADES = 256;
    private final Work work;
    private final int times;
    private final Trade[] trades = new Trade[TRADES];
    private final byte[][] bytes = new byte[TRADES][];

    /** What is measured. */
    public enum Work {
        WRITE,
        READ,
        /** The fields come in the reverse order, with one that the reader does not know. */
        READ_ANY_ORDER
    }

    public Json(Work work, int times) {
        this.work = work;
        this.times = times;
        for (int i = 0; i < TRADES; i++) {
            trades[i] = trade(i);
            bytes[i] = json(work, i);
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

    /** The texts that everybody decodes. */
    public static byte[] json(Work work, int i) {
        byte[] json = EventJson.toBytes(trade(i));
        if (work != Work.READ_ANY_ORDER) {
            return json;
        }
        String text = new String(json, StandardCharsets.UTF_8);
        List<String> fields =
                new ArrayList<>(List.of(text.substring(1, text.length() - 1).split(",", -1)));
        Collections.reverse(fields);
        fields.add(3, "\"venue\":\"north\"");
        return ("{" + String.join(",", fields) + "}").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return "Daybook EventJson";
    }

    @Override
    public double run() {
        long start = System.nanoTime();
        long sum = work == Work.WRITE ? encodeAll() : decodeAll();
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
