package daybook.strategies.api;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Numbers that a strategy is set up with, by name: {@code fast=5 slow=20}. Immutable.
 */
public record Parameters(Map<String, Long> values) {
    public static final Parameters NONE = new Parameters(Map.of());

    public Parameters {
        values = Map.copyOf(values);
    }

    /** As {@link #text} writes it; throws {@link IllegalArgumentException} if it is not {@code name=integer ...}. */
    public static Parameters parse(String text) {
        Map<String, Long> values = new TreeMap<>();
        for (String part : text.strip().split("\\s+")) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 1 || !part.substring(0, equals).matches("[A-Za-z][A-Za-z0-9]{0,31}")) {
                throw new IllegalArgumentException("parameters: " + part + " (expected: NAME=INTEGER ...)");
            }
            String name = part.substring(0, equals);
            if (values.put(name, number(name, part.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(name + ": given twice (expected: once)");
            }
        }
        return new Parameters(values);
    }

    /** Sorted by name. */
    public String text() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** The value, or what holds if none is given; throws {@link IllegalArgumentException} if it is out of its range. */
    public long get(String name, long otherwise, long least, long most) {
        long value = values.getOrDefault(name, otherwise);
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + most + ")");
        }
        return value;
    }

    /** Throws {@link IllegalArgumentException} if there is one of another name. */
    public void checkNames(Set<String> known) {
        for (String name : new TreeMap<>(values).keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(name + ": unknown (expected: one of "
                        + known.stream().sorted().collect(Collectors.joining(" ")) + ")");
            }
        }
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException(name + ": " + text + " (expected: an integer)");
        }
    }
}
