package daybook.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.security.TokenStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web process passes orders on once, with the caller's token, and says what it knows when no answer comes. */
class RelayTest {
    private static final String ORDER = "{\"clientOrderId\":\"a-1\"}";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @SuppressWarnings("NullAway.Init") // before each test
    private StubExchange exchange;

    @SuppressWarnings("NullAway.Init") // before each test
    private WebServer web;

    private Optional<String> address = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        exchange = new StubExchange();
        address = Optional.of(exchange.address());
        web = new WebServer(
                new HttpSettings("127.0.0.1", 0, Set.of("localhost", "127.0.0.1"), Duration.ofMillis(200)),
                new WebServer.RoleInside(
                        new Well(),
                        new TokenStore(
                                directory.resolve("token-store.json"), new SecureRandom(), InstantSource.system()),
                        meters,
                        () -> "",
                        Optional.of(() -> address),
                        Optional.empty(),
                        Optional.empty()));
    }

    @AfterEach
    void stop() {
        web.close();
        exchange.close();
    }

    @Test
    void theExchangesAnswerComesBackAndTheCallersTokenWentThere() {
        exchange.answer = "HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\nRetry-After: 7\r\n"
                + "Content-Length: 14\r\n\r\n{\"orderId\":12}";

        HttpResponse<String> answer = order();

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).isEqualTo("{\"orderId\":12}");
        assertThat(answer.headers().firstValue("Retry-After")).contains("7");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(exchange.asked).hasSize(1);
        assertThat(exchange.asked.get(0))
                .startsWith("POST /api/v1/orders?account=bob HTTP/1.1\r\n")
                .containsIgnoringCase("Authorization: Bearer secret")
                .contains(ORDER);
    }

    @Test
    void anOrderWithoutAnAnswerIsUnknownAndWasSentOnce() {
        exchange.answer = "";

        HttpResponse<String> answer = order();

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body()).contains("\"code\":\"OUTCOME_UNKNOWN\"").contains("clientOrderId");
        assertThat(exchange.asked).hasSize(1);
    }

    @Test
    void anExchangeThatDiesOverAnOrderLeavesItUnknown() {
        exchange.answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";
        exchange.hangsUp = true;

        assertThat(order().statusCode()).isEqualTo(504);
        assertThat(exchange.asked).hasSize(1);
    }

    @Test
    void anExchangeThatIsNotThereWasSentNothing() {
        exchange.close();

        HttpResponse<String> answer = order();
        address = Optional.empty();
        HttpResponse<String> unknown = order();

        assertThat(List.of(answer, unknown)).allSatisfy(refused -> {
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body())
                    .contains("\"code\":\"EXCHANGE_UNREACHABLE\"")
                    .contains("nothing was sent");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        });
        assertThat(exchange.asked).isEmpty();
    }

    @Test
    void aPageFromElsewhereAndAnotherHostDoNotGetThrough() {
        HttpResponse<String> page = send(HttpRequest.newBuilder(at("/api/v1/orders"))
                .header("Origin", "http://elsewhere.example")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER)));
        HttpResponse<String> form = send(HttpRequest.newBuilder(at("/api/v1/orders"))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER)));

        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(form.statusCode()).isEqualTo(415);
        assertThat(exchange.asked).isEmpty();
    }

    @Test
    void whatItPassesOnIsCountedByRouteAndStatus() {
        exchange.answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        order();
        exchange.answer = "";
        order();
        address = Optional.empty();
        order();
        send(HttpRequest.newBuilder(at("/api/v1/secrets/daybook_abc")));

        assertThat(counted("POST /api/v1/orders", "200")).isEqualTo(1);
        assertThat(counted("POST /api/v1/orders", "504")).isEqualTo(1);
        assertThat(counted("POST /api/v1/orders", "503")).isEqualTo(1);
        assertThat(counted("none", "503")).as("a stranger chooses no label").isEqualTo(1);
    }

    /** A program on this machine may look without a token, at the exchange too; whoever came through a proxy may not. */
    @Test
    void aClientFromElsewhereIsNotTakenForOneOfThisMachine() {
        exchange.answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";

        order();
        send(HttpRequest.newBuilder(at("/api/v1/orders"))
                .header("X-Forwarded-For", "203.0.113.7")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER)));

        assertThat(exchange.asked.get(0)).doesNotContain("Via:");
        assertThat(exchange.asked.get(1)).contains("Via: 1.1 daybook-web");
    }

    private long counted(String route, String status) {
        return meters.get("daybook.http.answers")
                .tags("route", route, "status", status)
                .timer()
                .count();
    }

    @Test
    void itsOwnStateIsItsOwn() {
        assertThat(send(HttpRequest.newBuilder(at("/health/live"))).statusCode())
                .isEqualTo(200);
        assertThat(send(HttpRequest.newBuilder(at("/api/v1/ops/status"))).body())
                .contains("\"role\":\"web\"");
        assertThat(exchange.asked).isEmpty();
    }

    private HttpResponse<String> order() {
        return send(HttpRequest.newBuilder(at("/api/v1/orders?account=bob"))
                .header("Authorization", "Bearer secret")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER)));
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + web.port() + path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static final class Well implements ProcessHealth {
        @Override
        public Map<String, Object> status() {
            return Json.fields("role", "web");
        }

        @Override
        public List<Map<String, Object>> lag() {
            return List.of();
        }

        @Override
        public Map<String, Object> backbone() {
            return Map.of();
        }

        @Override
        public Optional<String> notReady() {
            return Optional.empty();
        }
    }

    /** Takes requests one after the other, remembers them, and answers as told: "" = not at all. */
    private static final class StubExchange implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
        private final List<Socket> open = Collections.synchronizedList(new ArrayList<>());
        private volatile String answer = "";
        private volatile boolean hangsUp;

        StubExchange() throws IOException {
            Thread thread = new Thread(this::serve, "stub-exchange");
            thread.setDaemon(true);
            thread.start();
        }

        String address() {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }

        private void serve() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    open.add(client);
                    byte[] request = new byte[8_192];
                    int length = 0;
                    while (!new String(request, 0, length, UTF_8).contains("a-1")) {
                        length += client.getInputStream().read(request, length, request.length - length);
                    }
                    asked.add(new String(request, 0, length, UTF_8));
                    client.getOutputStream().write(answer.getBytes(UTF_8));
                    client.getOutputStream().flush();
                    if (hangsUp) {
                        client.close();
                    }
                }
            } catch (IOException closed) {
                // the end of the test
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
                for (Socket client : open) {
                    client.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
