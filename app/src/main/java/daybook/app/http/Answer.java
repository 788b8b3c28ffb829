package daybook.app.http;

import java.util.Map;

/**
 * What a handler answers.
 *
 * @param body written as JSON, except a {@link Text} and a {@link StaticFiles.File}
 * @param headers beside the ones that every answer has
 */
record Answer(int status, Object body, Map<String, String> headers) {

    /** A body that is not JSON. */
    record Text(String contentType, String text) {}

    static Answer ok(Object body) {
        return new Answer(200, body, Map.of());
    }

    /** A file, which a browser may keep as long as it asks whether it is still the same. */
    static Answer file(StaticFiles.File file) {
        return new Answer(
                200, file, Map.of("ETag", file.tag(), "Cache-Control", "no-cache", "Vary", "Accept-Encoding"));
    }

    static Answer text(String contentType, String text) {
        return new Answer(200, new Text(contentType, text), Map.of());
    }
}
