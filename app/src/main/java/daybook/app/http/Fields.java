package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a JSON body, read strictly: an unknown or a missing field, or another type, is an error that names it. */
final class Fields {
    private static final int MOST_ITEMS = 100;
    private static final int MOST_ITEM_CHARS = 512;

    private final Map<String, Object> values;

    private Fields(Map<String, Object> values) {
        this.values = values;
    }

    static Fields of(byte[] body, List<Route.BodyField> allowed) {
        Map<String, Object> values;
        try {
            values = Json.object(Json.read(body));
        } catch (Json.Malformed malformed) {
            throw HttpError.malformed(String.valueOf(malformed.getMessage()));
        }
        List<String> names = allowed.stream().map(Route.BodyField::name).toList();
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw HttpError.malformed("body: an unknown field (expected: " + String.join(", ", names) + ")");
            }
        }
        allowed.stream()
                .filter(field -> field.required() && !values.containsKey(field.name()))
                .findFirst()
                .ifPresent(missing -> {
                    throw HttpError.malformed(missing.name() + ": missing");
                });
        return new Fields(values);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Text of a form. */
    String text(String name, String pattern, String expected) {
        if (values.get(name) instanceof String text && text.length() <= 4_096 && text.matches(pattern)) {
            return text;
        }
        throw bad(name, expected);
    }

    /** Any text. */
    String text(String name) {
        return text(name, "(?s).*", "a string");
    }

    /** Any text, as long as a body may be. */
    String longText(String name) {
        if (values.get(name) instanceof String text) {
            return text;
        }
        throw bad(name, "a string");
    }

    /** Whole numbers by name; none if the field is not there. */
    Map<String, Long> wholeNumbers(String name) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        if (has(name)) {
            String expected = "an object of at most " + MOST_ITEMS + " whole numbers";
            if (!(values.get(name) instanceof Map<?, ?> object) || object.size() > MOST_ITEMS) {
                throw bad(name, expected);
            }
            object.forEach((key, value) -> {
                if (!(value instanceof Json.Numeral number) || !number.text().matches("-?[0-9]{1,18}")) {
                    throw bad(name, expected);
                }
                numbers.put(String.valueOf(key), Long.parseLong(number.text()));
            });
        }
        return numbers;
    }

    /** Texts, at least one. */
    List<String> texts(String name) {
        String expected = "a list of 1 to " + MOST_ITEMS + " strings";
        if (!(values.get(name) instanceof List<?> list) || list.isEmpty() || list.size() > MOST_ITEMS) {
            throw bad(name, expected);
        }
        return list.stream()
                .map(item -> {
                    if (item instanceof String text && text.length() <= MOST_ITEM_CHARS) {
                        return text;
                    }
                    throw bad(name, expected);
                })
                .toList();
    }

    /** Any value, as JSON. */
    String json(String name) {
        return Json.write(values.getOrDefault(name, Json.Null.NULL));
    }

    <E extends Enum<E>> E choice(String name, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(values.get(name))) {
                return constant;
            }
        }
        throw bad(
                name,
                String.join(
                        "|",
                        List.of(type.getEnumConstants()).stream()
                                .map(Enum::name)
                                .toList()));
    }

    boolean flag(String name) {
        if (values.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw bad(name, "true or false");
    }

    /** A whole number in a range, as a JSON number. */
    long whole(String name, long min, long max) {
        Optional<String> text = numberText(name);
        if (text.isPresent() && text.get().matches("-?[0-9]{1,18}")) {
            long value = Long.parseLong(text.get());
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw bad(name, min + ".." + max);
    }

    /** A positive decimal, as a string or a JSON number, in plain notation. */
    String positiveDecimal(String name) {
        String text = decimal(name, "a decimal above 0");
        if (text.chars().noneMatch(c -> c >= '1' && c <= '9')) {
            throw notOfForm(name, "a decimal above 0");
        }
        return text;
    }

    /** A positive decimal or 0, as a string or a JSON number, in plain notation. */
    String decimalOrZero(String name) {
        return decimal(name, "a decimal of 0 or more");
    }

    private String decimal(String name, String what) {
        Optional<String> text = numberText(name);
        DecimalText.Outcome form =
                text.map(t -> DecimalText.parse(t, 0).outcome()).orElse(DecimalText.Outcome.MALFORMED);
        if (text.isEmpty()
                || form == DecimalText.Outcome.MALFORMED
                || text.get().startsWith("-")) {
            throw notOfForm(name, what);
        }
        return text.get();
    }

    private static HttpError notOfForm(String name, String what) {
        return bad(name, what + " of at most " + DecimalText.MAX_DIGITS + " digits, no exponent, no blanks");
    }

    private Optional<String> numberText(String name) {
        Object value = values.get(name);
        if (value instanceof Json.Numeral number) {
            return Optional.of(number.text());
        }
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static HttpError bad(String name, String expected) {
        return HttpError.malformed(name + ": not accepted (expected: " + expected + ")");
    }
}
