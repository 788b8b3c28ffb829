package daybook.app.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Asks the exchange on behalf of a client, over connections that are kept, once. An order that was sent and not answered may have
 * been entered: only the client can find out, by its client order id, so nothing is ever sent twice from here. Safe for many threads.
 */
final class ExchangeLink {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    /** The exchange gives up first and says so. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private static final List<String> PASSED_BACK = List.of("Retry-After", "Allow", "Set-Cookie");

    private final ExchangeAddress address;
    private final Duration deadline;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * What a client asked.
     *
     * @param pathAndQuery as it was sent
     * @param headers that the exchange needs to know the client by
     */
    record Question(String method, String pathAndQuery, Map<String, String> headers, byte[] body) {}

    /** @param deadline how long the exchange may take to answer */
    ExchangeLink(ExchangeAddress address, Duration deadline) {
        this.address = address;
        this.deadline = deadline.plus(MARGIN);
    }

    /** @throws HttpError 503 if the question was not sent, 504 if it was and no answer came */
    Answer ask(Question question) {
        return ask(question, deadline);
    }

    /** The same with another time for the answer. */
    Answer ask(Question question, Duration time) {
        String base = address.get().orElseThrow(() -> unreachable("not known where it is"));
        try {
            HttpResponse<String> answer =
                    client.send(request(base, question, time), HttpResponse.BodyHandlers.ofString());
            return answer(answer);
        } catch (ConnectException | HttpConnectTimeoutException notSent) {
            throw unreachable("nobody listens there");
        } catch (IOException silent) {
            throw new HttpError(
                    504,
                    "OUTCOME_UNKNOWN",
                    "exchange: no answer; the request may have been carried out (ask with the clientOrderId)");
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new HttpError(504, "OUTCOME_UNKNOWN", "exchange: no answer before this process stopped");
        }
    }

    private static HttpRequest request(String base, Question question, Duration time) {
        try {
            HttpRequest.BodyPublisher body = question.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(question.body());
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + question.pathAndQuery()))
                    .timeout(time)
                    .method(question.method(), body);
            question.headers().forEach(request::header);
            return request.build();
        } catch (IllegalArgumentException malformed) {
            throw HttpError.malformed("request: not a path, query or header that can be passed on");
        }
    }

    private static Answer answer(HttpResponse<String> from) {
        Map<String, String> headers = new java.util.HashMap<>();
        PASSED_BACK.forEach(name -> from.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
        String type = from.headers().firstValue("Content-Type").orElse("application/json");
        return new Answer(from.statusCode(), new Answer.Text(type, from.body()), headers);
    }

    private static HttpError unreachable(String why) {
        return new HttpError(503, "EXCHANGE_UNREACHABLE", "exchange: " + why + "; nothing was sent");
    }
}
