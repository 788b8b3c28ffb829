package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A dead letter's value with some of its fields changed. */
final class DlqEdit {
    private static final String NUMBER = "-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?";

    private DlqEdit() {}

    /** @param letter as it is shown: the last repair, if there is one, is what is changed */
    static String with(String id, Map<String, Object> letter, Map<String, String> set) {
        Object text = letter.getOrDefault("repairedValue", letter.getOrDefault("value", ""));
        Map<String, Object> fields;
        try {
            fields = new LinkedHashMap<>(Json.object(Json.read(text.toString().getBytes(StandardCharsets.UTF_8))));
        } catch (Json.Malformed malformed) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--set: the value of " + id + " is not a JSON object (expected: --value, with the whole of it)",
                    malformed);
        }
        set.forEach((name, value) -> fields.put(name, typed(value)));
        return Json.write(fields);
    }

    /** What looks like a number, true or false is one; in double quotes it is text. */
    private static Object typed(String value) {
        if (value.matches(NUMBER)) {
            return new Json.Numeral(value);
        }
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
