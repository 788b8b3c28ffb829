package daybook.app.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that can be asked.
 *
 * @param template path with {@code {placeholders}}, each a whole segment
 * @param query names that the query may have
 * @param fields what the JSON body may have; empty = no body
 */
record Route(
        String method,
        String template,
        Access access,
        String summary,
        List<String> query,
        List<BodyField> fields,
        Handler handler) {

    /** Answers a call, or throws {@link HttpError}. */
    @FunctionalInterface
    interface Handler {
        Answer answer(Call call);
    }

    /** A field of a body, for the API document and the check for unknown fields. */
    record BodyField(String name, String type, boolean required) {}

    static Route get(String template, Access access, String summary, Handler handler, String... query) {
        return new Route("GET", template, access, summary, List.of(query), List.of(), handler);
    }

    /** The placeholders' values if the path fits. */
    Optional<Map<String, String>> match(String path) {
        String[] wanted = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                values.put(wanted[i].substring(1, wanted[i].length() - 1), given[i]);
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }
}
