package daybook.app.http;

import daybook.app.Json;
import java.util.Map;

/** Ends a request with a status, a code for programs and a message for people. Nothing else of it leaves the process. */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Map<String, Object> more;
    private final int retryAfterSeconds;

    HttpError(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    /**
     * With further fields.
     *
     * @param more fields of the body behind code and message
     */
    HttpError(int status, String code, String message, Map<String, Object> more) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.more = more;
        this.retryAfterSeconds = status == 429 || status == 503 ? 1 : 0;
    }

    static HttpError malformed(String message) {
        return new HttpError(400, "MALFORMED", message);
    }

    static HttpError notFound(String message) {
        return new HttpError(404, "NOT_FOUND", message);
    }

    static HttpError tooMany(String whose) {
        return new HttpError(429, "RATE_LIMITED", whose + ": too many requests (expected: fewer; see Retry-After)");
    }

    /** A rule of the venue said no. */
    static HttpError refused(String reason, String message) {
        return new HttpError(422, reason, message, Json.fields("reason", reason));
    }

    Answer answer() {
        Map<String, Object> body = Json.fields("code", code, "message", String.valueOf(getMessage()));
        body.putAll(more);
        return new Answer(
                status,
                body,
                retryAfterSeconds > 0 ? Map.of("Retry-After", Integer.toString(retryAfterSeconds)) : Map.of());
    }
}
