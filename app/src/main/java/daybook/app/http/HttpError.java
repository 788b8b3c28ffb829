package daybook.app.http;

import daybook.app.Json;
import java.util.Map;

/**
 * Ends a request with a status, a code and a reason for programs and a message for people. The reason is the code, but where a
 * rule of the venue or a thing that is missing says it closer. Nothing else of it leaves the process.
 */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Map<String, Object> more;
    private final transient Map<String, String> headers;

    HttpError(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    /**
     * With further fields.
     *
     * @param more fields of the body behind code and message
     */
    HttpError(int status, String code, String message, Map<String, Object> more) {
        this(status, code, message, more, status == 429 || status == 503 ? Map.of("Retry-After", "1") : Map.of());
    }

    private HttpError(int status, String code, String message, Map<String, Object> more, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.more = more;
        this.headers = headers;
    }

    static HttpError malformed(String message) {
        return new HttpError(400, "MALFORMED", message);
    }

    static HttpError notFound(String message) {
        return new HttpError(404, "NOT_FOUND", message);
    }

    /** What was named is not there; the reason says what it would have been. */
    static HttpError notFound(String reason, String message) {
        return new HttpError(404, "NOT_FOUND", message, Json.fields("reason", reason));
    }

    /** @param allowed the methods that the path has, with commas between them */
    static HttpError methodNotAllowed(String allowed) {
        return new HttpError(
                405,
                "METHOD_NOT_ALLOWED",
                "method: not accepted (expected: " + allowed + ")",
                Map.of(),
                Map.of("Allow", allowed));
    }

    static HttpError tooMany(String whose) {
        return new HttpError(429, "RATE_LIMITED", whose + ": too many requests (expected: fewer; see Retry-After)");
    }

    /** A rule of the venue said no. */
    static HttpError refused(String reason, String message) {
        return new HttpError(422, reason, message, Json.fields("reason", reason));
    }

    Answer answer() {
        Map<String, Object> body = Json.fields("code", code, "reason", code, "message", String.valueOf(getMessage()));
        body.putAll(more);
        return new Answer(status, body, headers);
    }
}
