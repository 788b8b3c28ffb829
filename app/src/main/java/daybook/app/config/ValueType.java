package daybook.app.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What a setting may be.
 *
 * @param expected said to a user whose value is not accepted
 * @param plain from an accepted text to the one that the program goes on with
 */
record ValueType(String expected, Predicate<String> accepts, UnaryOperator<String> plain) {

    ValueType(String expected, Predicate<String> accepts) {
        this(expected, accepts, UnaryOperator.identity());
    }

    /** The same for people who write it in capitals, or with underscores. */
    ValueType inLowerCaseWithDashes() {
        UnaryOperator<String> forgiven = text -> text.toLowerCase(Locale.ROOT).replace('_', '-');
        return new ValueType(expected, text -> accepts.test(forgiven.apply(text)), forgiven);
    }

    static ValueType oneOf(String... names) {
        return new ValueType(String.join("|", names), List.of(names)::contains);
    }

    static ValueType flag() {
        return new ValueType("true|false|1|0", List.of("true", "false", "1", "0")::contains);
    }

    static ValueType whole(long min, long max) {
        return new ValueType(min + ".." + max, text -> isWhole(text, min, max));
    }

    static ValueType duration(Duration min, Duration max) {
        return new ValueType(
                "a duration like 500ms, 10s, 5m, 2h or 7d, from " + Durations.format(min) + " to "
                        + Durations.format(max),
                text -> Durations.parse(text)
                        .filter(d -> d.compareTo(min) >= 0 && d.compareTo(max) <= 0)
                        .isPresent());
    }

    static ValueType size(long minBytes, long maxBytes) {
        return new ValueType(
                "a size like 64KiB or 8MiB, from " + minBytes + " to " + maxBytes + " bytes",
                text -> Sizes.parse(text).stream().anyMatch(n -> n >= minBytes && n <= maxBytes));
    }

    static ValueType matching(String expected, String pattern) {
        return new ValueType(expected, text -> text.matches(pattern));
    }

    static ValueType listOf(String expected, String itemPattern) {
        return matching("a comma-separated list of " + expected, itemPattern + "(," + itemPattern + ")*");
    }

    static ValueType path() {
        return new ValueType("a path", ValueType::isPath);
    }

    private static boolean isWhole(String text, long min, long max) {
        if (!text.matches("-?[0-9]{1,18}")) {
            return false;
        }
        long value = Long.parseLong(text);
        return value >= min && value <= max;
    }

    private static boolean isPath(String text) {
        try {
            return !text.isBlank() && Path.of(text).toString().length() <= 4_096;
        } catch (InvalidPathException unusable) {
            return false;
        }
    }
}
