package daybook.app.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields.Field;

/** Reads what a request carries, within its limits of size and time. */
final class RequestContent {
    private RequestContent() {}

    /** The query, each name once and each one known to the route. */
    static Map<String, String> query(Request request, Route route) {
        Map<String, String> query = new LinkedHashMap<>();
        try {
            for (Field field : Request.extractQueryParameters(request)) {
                if (!route.query().contains(field.getName())) {
                    throw HttpError.malformed(
                            "query: an unknown name (expected: " + String.join(", ", route.query()) + ")");
                }
                if (field.hasMultipleValues()) {
                    throw HttpError.malformed(field.getName() + ": there twice");
                }
                query.put(field.getName(), field.getValue());
            }
        } catch (IllegalArgumentException | IllegalStateException notUtf8) { // which of them, only Jetty knows
            throw HttpError.malformed("query: not valid");
        }
        return query;
    }

    /** The body, which must say that it is JSON. */
    static byte[] jsonBody(Request request) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type == null
                || !type.toLowerCase(Locale.ROOT).replace(" ", "").matches("application/json(;charset=\"?utf-8\"?)?")) {
            throw new HttpError(415, "UNSUPPORTED_TYPE", "Content-Type: not accepted (expected: application/json)");
        }
        String coding = request.getHeaders().get(HttpHeader.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            throw new HttpError(415, "UNSUPPORTED_TYPE", "Content-Encoding: not accepted (expected: none)");
        }
        if (request.getLength() > HttpSettings.MAX_BODY_BYTES && !mayBePassedOver(request)) {
            throw tooLarge();
        }
        return body(request);
    }

    /**
     * The whole body, or the reason why not. One that is too large is read on to its end, within limits: the answer
     * to a client that is still sending would be lost with the connection.
     */
    private static byte[] body(Request request) {
        long end = System.nanoTime() + HttpSettings.BODY_TIME.toNanos();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[8_192];
        int total = 0;
        try {
            InputStream in = Request.asInputStream(request);
            int count = in.read(chunk);
            while (count >= 0 && total <= HttpSettings.MAX_PASSED_OVER_BYTES) {
                total += count;
                if (total <= HttpSettings.MAX_BODY_BYTES) {
                    body.write(chunk, 0, count);
                }
                if (System.nanoTime() - end > 0) {
                    throw new HttpError(408, "TOO_SLOW", "body: not complete in time");
                }
                count = in.read(chunk);
            }
        } catch (IOException | HttpException.RuntimeException broken) {
            throw isMalformed(broken)
                    ? HttpError.malformed(
                            "body: not sent as its headers say (expected: whole chunks, or Content-Length)")
                    : new HttpError(408, "TOO_SLOW", "body: not complete");
        }
        if (total > HttpSettings.MAX_BODY_BYTES) {
            throw tooLarge();
        }
        return body.toByteArray();
    }

    /** Whether a client is sending already (and not asking first), and not too much. */
    private static boolean mayBePassedOver(Request request) {
        return request.getLength() <= HttpSettings.MAX_PASSED_OVER_BYTES
                && !request.getHeaders().contains(HttpHeader.EXPECT);
    }

    /** Whether the bytes were wrong, and not late. */
    private static boolean isMalformed(Throwable broken) {
        for (Throwable at = broken; at != null; at = at.getCause()) {
            if (at instanceof HttpException http && http.getCode() == 400) {
                return true;
            }
        }
        return false;
    }

    private static HttpError tooLarge() {
        return new HttpError(
                413, "TOO_LARGE", "body: too large (expected: at most " + HttpSettings.MAX_BODY_BYTES + " bytes)");
    }
}
