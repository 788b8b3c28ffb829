package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.ours.Json;
import daybook.events.Trade;
import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** jackson-core's streaming API on the same trades: nanoseconds per trade. */
public final class JacksonStreaming implements Contestant {
    private static final int TRADES = 256;
    private final Json.Work work;
    private final int times;
    private final JsonFactory factory = new JsonFactory();
    private final Trade[] trades = new Trade[TRADES];
    private final byte[][] bytes = new byte[TRADES][];

    public JacksonStreaming(Json.Work work, int times) {
        this.work = work;
        this.times = times;
        for (int i = 0; i < TRADES; i++) {
            trades[i] = Json.trade(i);
            bytes[i] = Json.json(work, i);
        }
    }

    @Override
    public String name() {
        return "jackson-core streaming";
    }

    @Override
    public double run() {
        long start = System.nanoTime();
        long sum = work == Json.Work.WRITE ? encodeAll() : decodeAll();
        double nanos = (System.nanoTime() - start) / (double) times;
        if (sum == 0) {
            throw new IllegalStateException("nothing done");
        }
        return nanos;
    }

    private long encodeAll() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        long sum = 0;
        for (int i = 0; i < times; i++) {
            out.reset();
            write(trades[i % TRADES], out);
            sum += out.size();
        }
        return sum;
    }

    private void write(Trade t, ByteArrayOutputStream out) {
        try (JsonGenerator g = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            g.writeStartObject();
            g.writeStringProperty("type", "Trade");
            g.writeNumberProperty("seq", t.seq());
            g.writeNumberProperty("time", t.time());
            g.writeNumberProperty("tradeId", t.tradeId());
            g.writeStringProperty("symbol", t.symbol());
            g.writeNumberProperty("price", t.price());
            g.writeNumberProperty("quantity", t.quantity());
            g.writeStringProperty("aggressorSide", t.aggressorSide().name());
            g.writeNumberProperty("buyOrderId", t.buyOrderId());
            g.writeNumberProperty("sellOrderId", t.sellOrderId());
            g.writeStringProperty("buyAccountId", t.buyAccountId());
            g.writeStringProperty("sellAccountId", t.sellAccountId());
            g.writeEndObject();
        }
    }

    private long decodeAll() {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += read(bytes[i % TRADES]).seq();
        }
        return sum;
    }

    private Trade read(byte[] json) {
        long[] numbers = new long[7];
        String[] texts = new String[5];
        try (JsonParser p = factory.createParser(ObjectReadContext.empty(), json)) {
            p.nextToken();
            while (p.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = p.currentName();
                p.nextToken();
                field(p, name, numbers, texts);
            }
        }
        return new Trade(
                numbers[0],
                numbers[1],
                numbers[2],
                texts[1],
                numbers[3],
                numbers[4],
                daybook.events.Side.valueOf(texts[2]),
                numbers[5],
                numbers[6],
                texts[3],
                texts[4]);
    }

    private static void field(JsonParser p, String name, long[] numbers, String[] texts) {
        switch (name) {
            case "type" -> texts[0] = p.getString();
            case "symbol" -> texts[1] = p.getString();
            case "aggressorSide" -> texts[2] = p.getString();
            case "buyAccountId" -> texts[3] = p.getString();
            case "sellAccountId" -> texts[4] = p.getString();
            case "seq" -> numbers[0] = p.getLongValue();
            case "time" -> numbers[1] = p.getLongValue();
            case "tradeId" -> numbers[2] = p.getLongValue();
            case "price" -> numbers[3] = p.getLongValue();
            case "quantity" -> numbers[4] = p.getLongValue();
            case "buyOrderId" -> numbers[5] = p.getLongValue();
            case "sellOrderId" -> numbers[6] = p.getLongValue();
            default -> p.skipChildren();
        }
    }
}
