package daybook.strategies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** A JSON object that was read, field by field: what is missing or of another kind is named. Unknown fields are ignored. */
final class Fields {
    private static final int MOST_DEPTH = 16;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
            .build();

    private final String path;
    private final Map<String, Object> values;

    private Fields(String path, Map<String, Object> values) {
        this.path = path;
        this.values = values;
    }

    /** Throws {@link BadBodyException} if it is no JSON object of that type. */
    static Fields read(byte[] body, String type) {
        Fields fields = new Fields("", parse(body));
        String found = fields.text("type");
        if (!found.equals(type)) {
            throw new BadBodyException("type: " + found + " (expected: " + type + ")");
        }
        return fields;
    }

    String text(String name) {
        if (get(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a string");
    }

    String textOr(String name, String absent) {
        return values.containsKey(name) ? text(name) : absent;
    }

    long number(String name) {
        if (get(name) instanceof Long number) {
            return number;
        }
        throw wrong(name, "an integer of at most 64 bits");
    }

    int small(String name) {
        long number = number(name);
        if (number != (int) number) {
            throw wrong(name, "an integer of at most 32 bits");
        }
        return (int) number;
    }

    UUID id(String name) {
        try {
            return UUID.fromString(text(name));
        } catch (IllegalArgumentException malformed) {
            throw wrong(name, "a UUID");
        }
    }

    <E extends Enum<E>> E oneOf(String name, Class<E> kind) {
        String text = text(name);
        for (E each : kind.getEnumConstants()) {
            if (each.name().equals(text)) {
                return each;
            }
        }
        throw wrong(name, "one of " + List.of(kind.getEnumConstants()));
    }

    Fields object(String name) {
        if (get(name) instanceof Map<?, ?> object) {
            Map<String, Object> typed = new HashMap<>();
            object.forEach((key, value) -> typed.put((String) key, value));
            return new Fields(path + name + ".", typed);
        }
        throw wrong(name, "an object");
    }

    List<Long> numbers(String name) {
        List<Long> numbers = new ArrayList<>();
        if (get(name) instanceof List<?> list) {
            for (Object each : list) {
                if (!(each instanceof Long number)) {
                    throw wrong(name, "integers");
                }
                numbers.add(number);
            }
            return numbers;
        }
        throw wrong(name, "a list of integers");
    }

    private Object get(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new BadBodyException(path + name + ": missing");
        }
        return value;
    }

    private BadBodyException wrong(String name, String expected) {
        return new BadBodyException(path + name + ": " + values.get(name) + " (expected: " + expected + ")");
    }

    private static Map<String, Object> parse(byte[] body) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadBodyException("body: " + new String(body, 0, Math.min(40, body.length), UTF_8)
                        + " (expected: a JSON object)");
            }
            Map<String, Object> object = object(parser);
            if (parser.nextToken() != null) {
                throw new BadBodyException("body: more than one JSON object (expected: one)");
            }
            return object;
        } catch (JacksonException malformed) {
            throw new BadBodyException("body: " + malformed.getOriginalMessage() + " (expected: a JSON object)");
        }
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> object = new HashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> "";
        };
    }

    private static Object integer(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> new BigDecimal(parser.getBigIntegerValue());
        };
    }

    private static List<Object> list(JsonParser parser) {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }
}
