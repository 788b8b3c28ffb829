package daybook.app.gateway;

import daybook.app.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request once, over connections that are kept, and waits for the whole answer until the deadline. The client's own deadline ends
 * with the headers, so the body has this one too. Safe for many threads.
 */
final class HttpCall implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final Duration deadline;
    private final HttpClient client;

    /** What adds the method and the body to a request. */
    interface Method {
        HttpRequest.Builder of(HttpRequest.Builder request);
    }

    HttpCall(Duration deadline) {
        this.deadline = deadline;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT.compareTo(deadline) < 0 ? CONNECT : deadline)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * What came of it.
     *
     * @param status 0 unless it was answered
     * @param body empty unless it was answered with a JSON object
     * @param why it was not answered
     */
    record Outcome(Kind kind, int status, Map<String, Object> body, String why) {
        enum Kind {
            /** No byte of it has left. */
            NOT_SENT,
            /** It has left, or may have, and no whole answer came. */
            SILENT,
            ANSWERED
        }

        static Outcome notSent(String why) {
            return new Outcome(Kind.NOT_SENT, 0, Map.of(), why);
        }

        static Outcome silent(String why) {
            return new Outcome(Kind.SILENT, 0, Map.of(), why);
        }
    }

    Outcome send(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> came = answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome(Outcome.Kind.ANSWERED, came.statusCode(), body(came.body()), "");
        } catch (TimeoutException late) {
            answer.cancel(true); // closes the connection: an answer that comes yet is nobody's
            return Outcome.silent("no answer within " + deadline.toMillis() + " ms");
        } catch (InterruptedException stop) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return Outcome.silent("this process stops");
        } catch (ExecutionException failed) {
            return failed(failed.getCause());
        }
    }

    @Override
    public void close() {
        // Java 17's client has nothing to close: it ends with its last connection.
    }

    private static Outcome failed(@Nullable Throwable cause) {
        if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
            return Outcome.notSent("nobody listens there");
        }
        if (cause instanceof IOException broken) {
            return Outcome.silent("the connection broke: " + broken.getMessage());
        }
        throw new IllegalStateException("a request could not be made", cause);
    }

    private static Map<String, Object> body(byte[] json) {
        try {
            return Json.object(Json.read(json));
        } catch (Json.Malformed other) {
            return Map.of();
        }
    }
}
