package daybook.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON at the edges of the program. A value is a {@code Map<String, Object>} in order of its fields, a {@code List<Object>}, a
 * {@code String}, a {@link Numeral}, a {@code Boolean} or {@link Null}. Safe for many threads.
 *
 * <p>Reading is strict: duplicate fields, depth above {@value #MAX_DEPTH}, numbers above {@value DecimalText#MAX_DIGITS}
 * characters' worth of digits, bytes that are not UTF-8 and anything behind the value are refused.
 */
public final class Json {
    /** Deepest nesting that is read. */
    public static final int MAX_DEPTH = 16;

    private static final int MAX_STRING = 64 << 10;
    private static final int MAX_NUMBER_CHARS = DecimalText.MAX_DIGITS + 12;
    private static final JsonFactory STRICT = factory(MAX_STRING, MAX_DEPTH);
    private static final JsonFactory OWN = factory(16 << 20, 64);

    private Json() {}

    /** The JSON null. */
    public enum Null {
        NULL
    }

    /** A number exactly as it was written. */
    public record Numeral(String text) {}

    /** Text is not the JSON that it should be. The message may be shown to whoever sent it. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Malformed(String message) {
            super(message);
        }
    }

    /** Reads what a stranger sent. Throws {@link Malformed}. */
    public static Object read(byte[] utf8) {
        return read(STRICT, utf8);
    }

    /** Reads what this program wrote, which may be long. Throws {@link Malformed}. */
    public static Object readOwn(byte[] utf8) {
        return read(OWN, utf8);
    }

    /** The object in a value. Throws {@link Malformed} if it is something else. */
    @SuppressWarnings("unchecked") // every map that read() makes has these types
    public static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new Malformed("body: not an object (expected: {...})");
    }

    /** The array in a value. Throws {@link Malformed} if it is something else. */
    @SuppressWarnings("unchecked") // every list that read() makes has this type
    public static List<Object> array(Object value) {
        if (value instanceof List<?> list) {
            return (List<Object>) list;
        }
        throw new Malformed("body: not an array (expected: [...])");
    }

    /** An object under construction; fields keep their order. */
    public static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** Writes a value on one line. Anything that is not a JSON value is written as its text. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder(256);
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                quote(out, String.valueOf(entry.getKey()));
                out.append(':');
                append(out, entry.getValue());
                before = ',';
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> items) {
            out.append('[');
            String between = "";
            for (Object item : items) {
                out.append(between);
                append(out, item);
                between = ",";
            }
            out.append(']');
        } else if (value instanceof Numeral number) {
            out.append(number.text());
        } else if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            out.append(value);
        } else if (value instanceof BigDecimal decimal) {
            out.append(decimal.toPlainString());
        } else if (value == Null.NULL) {
            out.append("null");
        } else {
            quote(out, value.toString());
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static JsonFactory factory(int maxString, int maxDepth) {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxString)
                        .maxNameLength(256)
                        .maxNumberLength(MAX_NUMBER_CHARS)
                        .build())
                .build();
    }

    private static Object read(JsonFactory factory, byte[] utf8) {
        if (utf8.length >= 3 && (utf8[0] & 0xff) == 0xef && (utf8[1] & 0xff) == 0xbb && (utf8[2] & 0xff) == 0xbf) {
            throw new Malformed("body: begins with a byte order mark (expected: UTF-8 without one)"); // RFC 8259, 8.1
        }
        for (byte b : utf8) {
            if (b == 0) { // the parser would take it for UTF-16 or UTF-32, and read it
                throw new Malformed("body: not UTF-8");
            }
        }
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), utf8)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new Malformed("body: empty (expected: JSON)");
            }
            Object value = value(parser, first);
            if (parser.nextToken() != null) {
                throw new Malformed("body: more than one value (expected: one)");
            }
            return value;
        } catch (JacksonException broken) {
            throw new Malformed(explain(broken));
        }
    }

    /** Never the parser's own words: they quote the input and name classes. */
    private static String explain(JacksonException broken) {
        String message = String.valueOf(broken.getOriginalMessage());
        var at = broken.getLocation();
        String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        if (message.startsWith("Duplicate")) {
            return "body: a field is there twice" + where;
        }
        if (message.contains("nesting depth")) {
            return "body: nested too deep (expected: at most " + MAX_DEPTH + ")";
        }
        if (message.contains("Number value length")) {
            return "body: a number is too long (expected: at most " + DecimalText.MAX_DIGITS + " digits)";
        }
        return "body: not valid JSON" + where;
    }

    private static Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> objectValue(parser);
            case START_ARRAY -> arrayValue(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> Null.NULL;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new Malformed("body: not valid JSON");
        };
    }

    private static Map<String, Object> objectValue(JsonParser parser) {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            map.put(name, value(parser, parser.nextToken()));
        }
        return map;
    }

    private static List<Object> arrayValue(JsonParser parser) {
        List<Object> list = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            list.add(value(parser, token));
            token = parser.nextToken();
        }
        return list;
    }
}
