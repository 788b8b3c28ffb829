package daybook.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The schemas and {@link EventJson} agree on fields, kinds and limits; the schemas also give the ranges of single fields. */
class SchemaTest {
    private static final Pattern FIELD = Pattern.compile("\"([A-Za-z]+)\":(\"[^\"]*\"|[^,}]+)");
    private static final List<String> OPTIONAL = List.of("OrderRejected.orderId", "KillSwitchChanged.accountId");

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(iri -> resource(iri.substring(iri.lastIndexOf('/') + 1))));

    @Test
    void everyWrittenEventIsValid() {
        for (Event event : Samples.events()) {
            String json = new String(EventJson.toBytes(event), UTF_8);
            assertThat(errors("exchange.events.v1", json)).as(json).isEmpty();
            assertThat(errors(EventJson.typeName(event.kind()) + ".v1", json))
                    .as(json)
                    .isEmpty();
        }
        assertThat(errors("Fill.v1", fill())).isEmpty();
    }

    @Test
    void aMissingFieldIsRefusedByBoth() {
        for (Sample sample : samples()) {
            for (String field : fields(sample.json)) {
                String without = without(sample.json, field);
                if (isOptional(sample, field)) {
                    assertThat(errors(sample.schema, without)).as(without).isEmpty();
                } else {
                    refusedByBoth(sample, without);
                }
            }
        }
    }

    @Test
    void aValueOfTheWrongKindIsRefusedByBoth() {
        for (Sample sample : samples()) {
            for (String field : fields(sample.json)) {
                refusedByBoth(sample, with(sample.json, field, "null"));
                refusedByBoth(sample, with(sample.json, field, "[]"));
                refusedByBoth(sample, with(sample.json, field, "9007199254740992"));
            }
        }
    }

    @Test
    void aFieldFromTheFutureIsTakenByBoth() {
        for (Sample sample : samples()) {
            String more = sample.json.replace("{\"type\"", "{\"later\":{\"a\":[1]},\"type\"");
            assertThat(errors(sample.schema, more)).isEmpty();
            read(sample, more);
        }
    }

    @Test
    void everyConstantIsInTheSchemas() {
        for (RejectReason reason : RejectReason.values()) {
            valid(new OrderRejected(1, 1, 1, "c", "a", "S", reason));
        }
        for (CancelReason reason : CancelReason.values()) {
            valid(new OrderCancelled(1, 1, 1, "a", "S", 1, reason));
        }
        for (SessionState state : SessionState.values()) {
            valid(new SessionStateChanged(1, 1, state));
        }
        for (TimeInForce time : TimeInForce.values()) {
            valid(new OrderAccepted(1, 1, 1, "c", "a", "S", Side.BUY, OrderType.LIMIT, time, 1, 1));
        }
        for (SelfTradeMode mode : SelfTradeMode.values()) {
            valid(new AccountChanged(1, 1, new Account("a", true, mode, 0, 0, 0)));
        }
    }

    private void valid(Event event) {
        String json = new String(EventJson.toBytes(event), UTF_8);
        assertThat(errors("exchange.events.v1", json)).as(json).isEmpty();
    }

    private void refusedByBoth(Sample sample, String json) {
        assertThat(errors(sample.schema, json)).as(json).isNotEmpty();
        assertThatThrownBy(() -> read(sample, json)).as(json).isInstanceOf(EventFormatException.class);
    }

    private static boolean isOptional(Sample sample, String field) {
        boolean unpriced = sample.json.contains("\"MARKET\"") && field.equals("price");
        return unpriced || OPTIONAL.contains(sample.schema.replace(".v1", "") + "." + field);
    }

    private static void read(Sample sample, String json) {
        if (sample.schema.startsWith("Fill")) {
            EventJson.readFill(json.getBytes(UTF_8));
        } else {
            EventJson.readEvent(json.getBytes(UTF_8));
        }
    }

    private record Sample(String schema, String json) {}

    private static List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (Event event : Samples.events()) {
            samples.add(
                    new Sample(EventJson.typeName(event.kind()) + ".v1", new String(EventJson.toBytes(event), UTF_8)));
        }
        samples.add(new Sample("Fill.v1", fill()));
        return samples;
    }

    private static String fill() {
        return new String(EventJson.toBytes(Samples.fill()), UTF_8);
    }

    private static List<String> fields(String json) {
        List<String> fields = new ArrayList<>();
        Matcher matcher = FIELD.matcher(json);
        while (matcher.find()) {
            fields.add(matcher.group(1));
        }
        return fields;
    }

    private static String with(String json, String field, String value) {
        return json.replaceFirst("\"" + field + "\":(\"[^\"]*\"|[^,}]+)", "\"" + field + "\":" + value);
    }

    private static String without(String json, String field) {
        return json.replaceFirst("\"" + field + "\":(\"[^\"]*\"|[^,}]+),?", "").replace(",}", "}");
    }

    private List<?> errors(String schema, String json) {
        Schema loaded = registry.getSchema(SchemaLocation.of("https://daybook.invalid/schema/" + schema + ".json"));
        return loaded.validate(json, InputFormat.JSON);
    }

    private static String resource(String file) {
        try (InputStream in = EventJson.class.getResourceAsStream("/schema/" + file)) {
            assertThat(in).as(file).isNotNull();
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
