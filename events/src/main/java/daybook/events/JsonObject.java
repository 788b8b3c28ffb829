package daybook.events;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object, read strictly (RFC 8259, UTF-8, no field twice), whose fields can be asked for by name.
 *
 * <p>Two ways to the same answers. As long as the bytes are what {@link EventJsonWriter} would write - the next field is the
 * one that is asked for, no white space, no escapes, ASCII - the value is read where the cursor stands. At the first byte that is
 * anything else the whole text goes through {@link JsonIndex}, which takes any JSON and names what is wrong with the rest. The
 * first way only ever says yes, so it needs no errors of its own.
 *
 * <p>Call {@link #end} behind the last field: before that, what stands behind it has not been looked at.
 */
final class JsonObject {
    static final int MAX_BYTES = 1 << 20;

    /** Every integer of so many digits is in range. */
    private static final int SAFE_DIGITS = 15;

    private final byte[] text;
    /** Behind the last value that was read in order. */
    private int at;
    /** Where the value just recognised in order ends. */
    private int valueEnd;

    private @Nullable JsonIndex index;

    JsonObject(byte[] utf8) {
        if (utf8.length > MAX_BYTES) {
            throw new EventFormatException("json: " + utf8.length + " bytes (expected: at most " + MAX_BYTES + ")");
        }
        text = utf8;
    }

    boolean has(Field field) {
        return (index == null && field.valueBehind(text, at) >= 0) || index().has(field);
    }

    /** An integer of at most 2^53-1 either way, written without fraction or exponent. */
    long integer(Field field) {
        int from = nextValue(field);
        if (from >= 0) {
            boolean negative = text[from] == '-';
            int first = negative ? from + 1 : from;
            int end = first;
            long value = 0;
            for (int digit = digit(end); digit >= 0 && end - first <= SAFE_DIGITS; digit = digit(end)) {
                value = value * 10 + digit;
                end++;
            }
            boolean plain = end > first && end - first <= SAFE_DIGITS + 1 && value <= EventJson.MAX_INTEGER;
            if (plain && isFieldEnd(end) && (text[first] != '0' || end == first + 1)) {
                at = end;
                return negative ? -value : value;
            }
        }
        return index().integer(field);
    }

    /** An integer of 0..2^31-1. */
    int count(Field field) {
        long value = integer(field);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new EventFormatException(field.text + ": " + value + " (expected: 0..2147483647)");
        }
        return (int) value;
    }

    String text(Field field) {
        int from = nextString(field);
        if (from < 0) {
            return index().text(field);
        }
        at = valueEnd + 1;
        return new String(text, from, valueEnd - from, StandardCharsets.ISO_8859_1);
    }

    boolean flag(Field field) {
        return index().flag(field);
    }

    <V> V constant(Field field, Names<V> names) {
        int from = nextString(field);
        V value = from < 0 ? null : names.at(text, from, valueEnd);
        if (value == null) {
            return index().constant(field, names);
        }
        at = valueEnd + 1;
        return value;
    }

    /** Refuses a text that is not over, or, if there are fields that nobody asked for, not whole. */
    void end() {
        if (index == null && (at != text.length - 1 || text[at] != '}')) {
            index();
        }
    }

    /** Where the value of this field begins if it is the next one, else -1. */
    private int nextValue(Field field) {
        return index == null ? field.valueBehind(text, at) : -1;
    }

    /** Where the characters of this field begin, up to {@link #valueEnd}, if it is the next one and plain, else -1. */
    private int nextString(Field field) {
        int from = nextValue(field);
        if (from < 0 || text[from] != '"') {
            return -1;
        }
        int end = Ascii.endOfPlain(text, from + 1);
        if (end == text.length || text[end] != '"' || !isFieldEnd(end + 1)) {
            return -1;
        }
        valueEnd = end;
        return from + 1;
    }

    private boolean isFieldEnd(int place) {
        return place < text.length && (text[place] == ',' || text[place] == '}');
    }

    private int digit(int place) {
        int digit = place < text.length ? text[place] - '0' : -1;
        return digit <= 9 ? digit : -1;
    }

    private JsonIndex index() {
        JsonIndex known = index;
        if (known == null) {
            known = new JsonIndex(text);
            index = known;
        }
        return known;
    }
}
