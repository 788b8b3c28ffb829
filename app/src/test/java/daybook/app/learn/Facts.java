package daybook.app.learn;

import daybook.app.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the numbers of the pages are compared with.
 *
 * <ul>
 *   <li>{@code crashes:at-most-once.lost}: from the results of the usual runs that are kept beside the figures, which {@link FiguresTest}
 *       makes again; {@code outbox:trades} a parameter of the run; {@code rebalance:1.sizes.0} by places.
 *   <li>{@code by journal/ThisTest#method}: the source of that test has the number in it; {@code #fields} is its whole source.
 *   <li>anything else: worked out by {@link WorkedOut} from the classes themselves.
 * </ul>
 */
final class Facts {
    private static final Pattern OF_A_RUN = Pattern.compile("([a-z]+):(.+)");

    private final Path root;
    private final Map<String, Object> runs = new TreeMap<>();
    private final Map<String, String> workedOut;

    Facts(Path root, Map<String, String> workedOut) {
        this.root = root;
        this.workedOut = workedOut;
    }

    /** Why a number is wrong; empty if it is right. */
    String fault(Numbers.Found found) {
        String check = found.check();
        if (check.isEmpty()) {
            return "has no check";
        }
        if (check.startsWith("by ")) {
            return byTest(check.substring(3), found.number());
        }
        try {
            String right = value(check);
            return right.equals(found.number()) ? "" : check + " gives " + right;
        } catch (IllegalArgumentException none) {
            return String.valueOf(none.getMessage());
        }
    }

    /** The number that a check gives, as it is written in a page. */
    String value(String check) {
        Matcher run = OF_A_RUN.matcher(check);
        if (run.matches()) {
            return text(ofRun(run.group(1), run.group(2)));
        }
        String worked = workedOut.get(check);
        if (worked == null) {
            throw new IllegalArgumentException("check: " + check + " (expected: one that there is)");
        }
        return worked;
    }

    private Object ofRun(String name, String path) {
        Object at = runs.computeIfAbsent(name, this::read);
        for (String step : path.split("\\.", -1)) {
            at = step(at, step);
        }
        return at;
    }

    private Object read(String name) {
        try {
            return Json.readOwn(Files.readAllBytes(root.resolve("docs/learn/figures/" + name + ".json")));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** A field; or the row that has this word in one of its fields, wherever the rows are; or the item at this place. */
    private static Object step(Object at, String step) {
        if (at instanceof Map<?, ?> map) {
            Object field = map.get(step);
            if (field != null) {
                return field;
            }
            for (Object rows : map.values()) {
                if (rows instanceof Iterable<?> items) {
                    for (Object item : items) {
                        if (item instanceof Map<?, ?> row && row.containsValue(step)) {
                            return item;
                        }
                    }
                }
            }
        } else if (at instanceof List<?> list && step.matches("[0-9]+")) {
            return list.get(Integer.parseInt(step));
        }
        throw new IllegalArgumentException("step: " + step + " (expected: a field, a row or a place)");
    }

    private static String text(Object value) {
        if (value instanceof Json.Numeral number) {
            NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
            format.setMaximumFractionDigits(2);
            return format.format(new BigDecimal(number.text()));
        }
        return value.toString();
    }

    private String byTest(String place, String number) {
        String[] parts = place.split("[/#]", -1);
        Path folder = root.resolve(parts[0]).resolve("src/test/java");
        String method = parts[parts.length - 1];
        String type = parts[parts.length - 2];
        try (var files = Files.walk(folder)) {
            Path file = files.filter(path -> path.endsWith(type + ".java"))
                    .findFirst()
                    .orElse(null);
            if (file == null) {
                return "there is no test " + place;
            }
            String source = Files.readString(file);
            String body = method.equals("fields") ? source : method(source, method);
            String plain = number.replace(",", "");
            boolean there = Pattern.compile("(?<![\\w.])" + Pattern.quote(plain) + "L?(?![\\w.])")
                    .matcher(body.replaceAll("(?<=[0-9])_(?=[0-9])", ""))
                    .find();
            return body.isEmpty() ? "there is no method " + place : there ? "" : place + " does not have it";
        } catch (IOException unreadable) {
            return place + ": " + unreadable;
        }
    }

    /** From its name to the end of its body, by the indentation that the formatter gives. */
    private static String method(String source, String name) {
        Matcher body = Pattern.compile("(?ms)((?:^    @[^\\n]*\\n(?:^        [^\\n]*\\n)*)*)^    [\\w<>\\[\\] ,?]*\\b"
                        + name + "\\(.*?^    }$")
                .matcher(source);
        return body.find() ? body.group() : "";
    }
}
