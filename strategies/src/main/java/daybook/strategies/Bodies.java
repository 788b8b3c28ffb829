package daybook.strategies;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The JSON of this module's topics: compact, {@code type} first, then in a fixed order, so that the same value is the same bytes
 * ({@code docs/formats/strategies.md}). What is read must be valid: {@link BadBodyException} names the field. Stateless; safe for many
 * threads.
 */
public final class Bodies {
    static final String BAR = "BarClosed";
    static final String BATCH = "StrategyEvaluate";
    static final String INTENT = "OrderIntent";
    static final String UPDATE = "OrderUpdate";

    private static final JsonFactory JSON = new JsonFactory();

    private Bodies() {}

    public static byte[] write(ClosedBar bar) {
        return object(BAR, json -> bar(json, bar));
    }

    public static byte[] write(EvaluateBatch batch) {
        return object(BATCH, json -> {
            json.writeNumberProperty("shard", batch.shard());
            json.writeNumberProperty("index", batch.index());
            json.writeObjectPropertyStart("bar");
            bar(json, batch.bar());
            json.writeEndObject();
            json.writeArrayPropertyStart("strategyIds");
            batch.strategyIds().forEach(json::writeNumber);
            json.writeEndArray();
        });
    }

    public static byte[] write(OrderIntent intent) {
        return object(INTENT, json -> intent(json, intent));
    }

    public static byte[] write(OrderUpdate update) {
        return object(UPDATE, json -> {
            json.writeNumberProperty("step", update.step());
            json.writeStringProperty("status", update.status().name());
            json.writeNumberProperty("filledQuantity", update.filledQuantity());
            optional(json, "venueOrderId", update.venueOrderId());
            optional(json, "reason", update.reason());
            json.writeNumberProperty("time", update.timeMicros());
            json.writeObjectPropertyStart("intent");
            intent(json, update.intent());
            json.writeEndObject();
        });
    }

    public static ClosedBar readBar(byte[] body) {
        return checked(() -> bar(Fields.read(body, BAR)));
    }

    public static EvaluateBatch readBatch(byte[] body) {
        return checked(() -> {
            Fields fields = Fields.read(body, BATCH);
            return new EvaluateBatch(
                    bar(fields.object("bar")),
                    fields.small("shard"),
                    fields.small("index"),
                    fields.numbers("strategyIds"));
        });
    }

    public static OrderIntent readIntent(byte[] body) {
        return checked(() -> intent(Fields.read(body, INTENT)));
    }

    public static OrderUpdate readUpdate(byte[] body) {
        return checked(() -> {
            Fields fields = Fields.read(body, UPDATE);
            return new OrderUpdate(
                    intent(fields.object("intent")),
                    fields.number("step"),
                    fields.oneOf("status", OrderUpdate.Status.class),
                    fields.number("filledQuantity"),
                    fields.textOr("venueOrderId", ""),
                    fields.textOr("reason", ""),
                    fields.number("time"));
        });
    }

    private static void bar(JsonGenerator json, ClosedBar bar) {
        json.writeStringProperty("series", bar.series().text());
        json.writeStringProperty("symbol", bar.symbol());
        json.writeNumberProperty("token", bar.token());
        json.writeNumberProperty("start", bar.window().startMicros());
        json.writeNumberProperty("end", bar.window().endMicros());
        json.writeNumberProperty("open", bar.prices().open());
        json.writeNumberProperty("high", bar.prices().high());
        json.writeNumberProperty("low", bar.prices().low());
        json.writeNumberProperty("close", bar.prices().close());
        json.writeNumberProperty("volume", bar.traded().volume());
        json.writeNumberProperty("vwap", bar.traded().vwap());
        json.writeNumberProperty("trades", bar.traded().trades());
        scales(json, bar.scales());
    }

    private static ClosedBar bar(Fields fields) {
        return new ClosedBar(
                SeriesKey.parse(fields.text("series")),
                fields.text("symbol"),
                fields.number("token"),
                new ClosedBar.Window(fields.number("start"), fields.number("end")),
                new ClosedBar.Prices(
                        fields.number("open"), fields.number("high"), fields.number("low"), fields.number("close")),
                new ClosedBar.Traded(fields.number("volume"), fields.number("vwap"), fields.number("trades")),
                scales(fields));
    }

    private static void intent(JsonGenerator json, OrderIntent intent) {
        json.writeStringProperty("intentId", intent.id().toString());
        json.writeNumberProperty("strategyId", intent.cause().strategyId());
        json.writeStringProperty("sourceId", intent.cause().sourceId().toString());
        json.writeNumberProperty("ordinal", intent.cause().ordinal());
        json.writeStringProperty("account", intent.account().text());
        json.writeStringProperty("symbol", intent.symbol());
        json.writeStringProperty("side", intent.terms().side().name());
        json.writeStringProperty("orderType", intent.terms().type().name());
        json.writeStringProperty("timeInForce", intent.terms().timeInForce().name());
        json.writeNumberProperty("price", intent.terms().price());
        json.writeNumberProperty("quantity", intent.terms().quantity());
        scales(json, intent.terms().scales());
        json.writeStringProperty("lease", intent.fence().lease());
        json.writeNumberProperty("fencingToken", intent.fence().token());
    }

    private static OrderIntent intent(Fields fields) {
        OrderIntent intent = new OrderIntent(
                new OrderIntent.Cause(fields.number("strategyId"), fields.id("sourceId"), fields.small("ordinal")),
                AccountKey.parse(fields.text("account")),
                fields.text("symbol"),
                new OrderIntent.Terms(
                        fields.oneOf("side", Side.class),
                        fields.oneOf("orderType", OrderType.class),
                        fields.oneOf("timeInForce", TimeInForce.class),
                        fields.number("price"),
                        fields.number("quantity"),
                        scales(fields)),
                new Fence(fields.text("lease"), fields.number("fencingToken")));
        if (!fields.id("intentId").equals(intent.id())) {
            throw new BadBodyException("intentId: " + fields.text("intentId") + " (expected: " + intent.id()
                    + ", which follows from strategyId, sourceId and ordinal)");
        }
        return intent;
    }

    private static void scales(JsonGenerator json, ClosedBar.Scales scales) {
        json.writeNumberProperty("priceScale", scales.price());
        json.writeNumberProperty("quantityScale", scales.quantity());
    }

    private static ClosedBar.Scales scales(Fields fields) {
        return new ClosedBar.Scales(fields.small("priceScale"), fields.small("quantityScale"));
    }

    private static void optional(JsonGenerator json, String name, String value) {
        if (!value.isEmpty()) {
            json.writeStringProperty(name, value);
        }
    }

    private static byte[] object(String type, Consumer<JsonGenerator> body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            body.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** What a value's own check refuses is a bad body, too. */
    private static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException refused) {
            throw new BadBodyException(String.valueOf(refused.getMessage()));
        }
    }
}
