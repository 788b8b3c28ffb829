package daybook.events;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The headers that go beside a body: CloudEvents 1.0, Kafka protocol binding, binary mode. Names and values only; whoever
 * writes to a log makes its headers of them.
 *
 * <p>Stateless; safe for many threads.
 */
public final class Envelope {
    public static final String ID = "ce_id";
    public static final String SOURCE = "ce_source";
    public static final String SPEC_VERSION = "ce_specversion";
    public static final String TYPE = "ce_type";
    public static final String TIME = "ce_time";
    public static final String SUBJECT = "ce_subject";
    public static final String PARTITION_KEY = "ce_partitionkey";
    public static final String CONTENT_TYPE = "content-type";
    public static final String TRACE_PARENT = "traceparent";
    /** The event's seq in decimal, beside the CloudEvents attributes. */
    public static final String SEQ = "seq";

    /** {@code ce_source} of exchange events. */
    public static final String EXCHANGE = "/daybook/exchange";
    /** {@code ce_source} of fills. */
    public static final String CAPTURE = "/daybook/capture";

    /** {@code ce_type} of each kind of event: put together once, because it goes with every record. */
    private static final Map<Event.Kind, String> TYPES = types();

    private static final String FILL_TYPE = type(EventJsonWriter.FILL_TYPE);

    /** One header. */
    public record Attribute(String name, String value) {}

    /**
     * What happened, for a body that is not an exchange event.
     *
     * @param source {@code ce_source}: who says so
     * @param subject what it is about; may be empty
     * @param timeMicros when it became a fact, microseconds since the epoch
     */
    public record Fact(String id, String source, String type, String subject, long timeMicros) {}

    private Envelope() {}

    /** The headers of an exchange event. */
    public static List<Attribute> of(Event event) {
        List<Attribute> headers = new ArrayList<>(9);
        common(headers, EventIds.ofEvent(event.seq()), EXCHANGE, Objects.requireNonNull(TYPES.get(event.kind())));
        keyed(headers, event.time(), event.key(), event.key());
        headers.add(new Attribute(SEQ, Long.toString(event.seq())));
        return headers;
    }

    /** The headers of a fill. */
    public static List<Attribute> of(Fill fill) {
        List<Attribute> headers = new ArrayList<>(8);
        common(headers, fill.fillId(), CAPTURE, FILL_TYPE);
        keyed(headers, fill.time(), fill.symbol(), fill.accountId());
        return headers;
    }

    /**
     * The headers of any other fact.
     *
     * @param key of its record
     */
    public static List<Attribute> of(Fact fact, String key) {
        List<Attribute> headers = new ArrayList<>(8);
        common(headers, fact.id(), fact.source(), fact.type());
        keyed(headers, fact.timeMicros(), fact.subject(), key);
        return headers;
    }

    private static Map<Event.Kind, String> types() {
        Map<Event.Kind, String> types = new EnumMap<>(Event.Kind.class);
        for (Event.Kind kind : Event.Kind.values()) {
            types.put(kind, type(EventJson.typeName(kind)));
        }
        return types;
    }

    private static String type(String name) {
        return "daybook." + name + ".v1";
    }

    private static void common(List<Attribute> headers, String id, String source, String type) {
        headers.add(new Attribute(ID, id));
        headers.add(new Attribute(SOURCE, source));
        headers.add(new Attribute(SPEC_VERSION, "1.0"));
        headers.add(new Attribute(TYPE, type));
        headers.add(new Attribute(CONTENT_TYPE, "application/json"));
    }

    /** CloudEvents has no empty attribute: for events of the whole venue subject and key are left out. */
    private static void keyed(List<Attribute> headers, long timeMicros, String subject, String key) {
        headers.add(new Attribute(TIME, UtcText.ofMicros(timeMicros)));
        if (!subject.isEmpty()) {
            headers.add(new Attribute(SUBJECT, subject));
        }
        if (!key.isEmpty()) {
            headers.add(new Attribute(PARTITION_KEY, key));
        }
    }
}
