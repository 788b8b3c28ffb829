package daybook.events;

import java.util.Locale;

/**
 * The one JSON form of events and fills (schema/ in the resources; docs/formats/events.md).
 *
 * <p>One flat object, {@code type} first, no white space, optional fields omitted, integers of at most 2^53-1 either way (what
 * every JSON reader can hold). The reader takes fields in any order and skips those it does not know; it refuses an unknown
 * type, a missing field, a value of the wrong kind, a field given twice, and anything that is not JSON. Fields are never
 * removed or renamed: that would be a new topic.
 *
 * <p>Stateless; safe for many threads.
 */
public final class EventJson {
    /** Largest integer that is written or read, either way: 2^53-1. */
    public static final long MAX_INTEGER = (1L << 53) - 1;

    private EventJson() {}

    /**
     * Writes an event behind what the buffer holds. Allocates nothing.
     *
     * @throws IllegalArgumentException if an integer is beyond {@link #MAX_INTEGER}; what was added to the buffer is undefined
     */
    public static void write(Event event, JsonBuffer to) {
        EventJsonWriter.write(event, to);
    }

    /** Writes a fill behind what the buffer holds; otherwise as {@link #write(Event, JsonBuffer)}. */
    public static void write(Fill fill, JsonBuffer to) {
        EventJsonWriter.write(fill, to);
    }

    /** An event as JSON in UTF-8. */
    public static byte[] toBytes(Event event) {
        JsonBuffer to = new JsonBuffer();
        write(event, to);
        return to.toByteArray();
    }

    /** A fill as JSON in UTF-8. */
    public static byte[] toBytes(Fill fill) {
        JsonBuffer to = new JsonBuffer();
        write(fill, to);
        return to.toByteArray();
    }

    /**
     * Reads an event.
     *
     * @throws EventFormatException if it is not the JSON of an event; the message names the field
     */
    public static Event readEvent(byte[] utf8) {
        return EventJsonReader.event(utf8);
    }

    /**
     * Reads a fill.
     *
     * @throws EventFormatException if it is not the JSON of a fill; the message names the field
     */
    public static Fill readFill(byte[] utf8) {
        return EventJsonReader.fill(utf8);
    }

    /** The {@code type} of a constant: ORDER_ACCEPTED is OrderAccepted. */
    public static String typeName(Event.Kind kind) {
        return camelCase(kind);
    }

    static String camelCase(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
