package daybook.app.cli;

import daybook.app.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a command prints its data. */
final class OutputOptions {
    /** A form of output. */
    enum Form {
        TABLE,
        JSON,
        NDJSON
    }

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description = "table, json or ndjson (default: table).",
            converter = FormConverter.class)
    private Form output = Form.TABLE;

    Form form() {
        return json ? Form.JSON : output;
    }

    /** One thing: a line of JSON, or its fields below one another. */
    void print(Console console, Map<String, Object> thing) {
        if (form() == Form.TABLE) {
            int width = thing.keySet().stream().mapToInt(String::length).max().orElse(0);
            thing.forEach((name, value) -> console.out().println(pad(name, width) + "  " + cell(value)));
        } else {
            console.out().println(Json.write(thing));
        }
    }

    /** Many things of one kind. */
    void print(Console console, List<Map<String, Object>> rows) {
        switch (form()) {
            case JSON -> console.out().println(Json.write(rows));
            case NDJSON -> rows.forEach(row -> console.out().println(Json.write(row)));
            case TABLE -> table(console, rows);
        }
    }

    private static void table(Console console, List<Map<String, Object>> rows) {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        if (columns.isEmpty()) {
            console.note("nothing");
            return;
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(c -> c.toUpperCase(Locale.ROOT)).toList());
        rows.forEach(row -> lines.add(
                columns.stream().map(c -> cell(row.getOrDefault(c, ""))).toList()));
        int[] widths = new int[columns.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                text.append(pad(line.get(i), widths[i])).append("  ");
            }
            console.out().println(text.toString().stripTrailing());
        }
    }

    private static String cell(Object value) {
        String text = value instanceof String plain ? plain : Json.write(value);
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Reads the form in lower case. */
    static final class FormConverter implements ITypeConverter<Form> {
        @Override
        public Form convert(String text) {
            return switch (text) {
                case "table" -> Form.TABLE;
                case "json" -> Form.JSON;
                case "ndjson" -> Form.NDJSON;
                default -> throw new TypeConversionException("--output: " + text + " (expected: table|json|ndjson)");
            };
        }
    }
}
