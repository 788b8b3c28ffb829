package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.http.RunningVenue.Answered;
import daybook.app.ws.Client;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may open a socket is decided before it is one (W-05, W-04): a refusal is an answer, and no frame was exchanged. */
class SocketDoorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    @BeforeAll
    static void start() {
        venue = new RunningVenue(directory);
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @Test
    void ourOwnPageAndAProgramWithoutOriginComeIn() throws IOException {
        assertThat(handshake("Origin: http://127.0.0.1:" + venue.port())).startsWith("HTTP/1.1 101");
        assertThat(handshake("")).startsWith("HTTP/1.1 101").containsIgnoringCase("Daybook-Socket: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "null",
                "",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "https://127.0.0.1:PORT",
                "HTTP://127.0.0.1:PORT",
                "http://localhost:PORT",
                "http://127.0.0.1:PORT.evil.example",
                "http://127.0.0.1.evil.example:PORT",
                "http://evil.example@127.0.0.1:PORT",
                "http://127.0.0.1:PORT/",
            })
    void aPageElsewhereIsRefusedWithItsVisitorsCookie(String origin) throws IOException {
        String cookie = login();

        assertThat(handshake("Cookie: " + cookie + "\r\nOrigin: " + origin.replace("PORT", "" + venue.port())))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void twoOriginsAndAForeignSiteAreRefused() throws IOException {
        String own = "Origin: http://127.0.0.1:" + venue.port();

        assertThat(handshake(own + "\r\nOrigin: http://evil.example")).startsWith("HTTP/1.1 403");
        assertThat(handshake(own + "\r\nSec-Fetch-Site: cross-site")).startsWith("HTTP/1.1 403");
        assertThat(handshake(own + "\r\nSec-Fetch-Site: same-origin")).startsWith("HTTP/1.1 101");
    }

    @Test
    void anotherHostNameIsNotServed() throws IOException {
        assertThat(raw("GET /ws/v1 HTTP/1.1\r\nHost: evil.test\r\n" + UPGRADE + "\r\n"))
                .startsWith("HTTP/1.1 421");
    }

    @Test
    void aTokenInTheUrlIsRefused() throws IOException {
        assertThat(raw("GET /ws/v1?token=" + venue.token("alice") + " HTTP/1.1\r\nHost: 127.0.0.1:" + venue.port()
                        + "\r\n" + UPGRADE + "\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void aTokenThatIsNotAcceptedOpensNothingNotEvenWhatIsPublic() throws IOException {
        assertThat(handshake("Authorization: Bearer daybook_wrong")).startsWith("HTTP/1.1 401");
        assertThat(handshake("Authorization: Basic YTpi")).startsWith("HTTP/1.1 401");
    }

    @Test
    void aStrangerFromElsewhereNeedsAToken() throws IOException {
        assertThat(handshake("Via: 1.1 proxy")).startsWith("HTTP/1.1 401");
        assertThat(handshake("Via: 1.1 proxy\r\nAuthorization: Bearer " + venue.token("viewer")))
                .startsWith("HTTP/1.1 101");
    }

    @Test
    void whatIsNoHandshakeIsToldSo() {
        assertThat(venue.get("", "/ws/v1").status()).isEqualTo(426);
    }

    @Test
    void aSessionsCookieOpensItsAccountsChannelAndNoOther() {
        try (Client client = new Client(venue.address(), "Cookie", login())) {
            client.sub("private-account.alice").sub("private-account.bob");

            assertThat(client.firstTypes(2)).containsExactlyInAnyOrder("snap alice", "error bob");
        }
    }

    @Test
    void aRevokedTokenLosesItsSocket() {
        Answered made = venue.send("operator", "POST", "/api/v1/tokens", "{\"role\":\"trader\",\"account\":\"alice\"}");
        try (Client client = new Client(venue.address(), "Authorization", "Bearer " + made.text("token"))) {
            client.sub("private-account.alice");
            assertThat(client.firstTypes(1)).containsExactly("snap alice");

            venue.send("operator", "DELETE", "/api/v1/tokens/" + made.text("id"), "");

            assertThat(client.endedWith()).isEqualTo(4001);
        }
    }

    @Test
    void anOperatorPublishesAndWhoListensHearsIt() {
        try (Client client = new Client(venue.address())) {
            client.sub("news.today");
            assertThat(client.firstTypes(1)).containsExactly("snap today");

            Answered published = publish("operator", "news.today");

            assertThat(published.status()).isEqualTo(200);
            assertThat(client.firstTypes(1)).containsExactly("event today");
        }
    }

    /** Its header was complete: the limit for those that never send one is not for it. */
    @Test
    void whoOnlyListensIsNotTakenForOneThatNeverSentAHeader() throws InterruptedException {
        try (Client client = new Client(venue.address())) {
            client.sub("news.later");
            assertThat(client.firstTypes(1)).containsExactly("snap later");
            new java.util.concurrent.CountDownLatch(1)
                    .await(HttpSettings.HEADER_TIME.toMillis() + 1_500, java.util.concurrent.TimeUnit.MILLISECONDS);

            publish("operator", "news.later");

            assertThat(client.firstTypes(1)).containsExactly("event later");
        }
    }

    /** The whole way: order entry, journal, log, the replica's own view, the socket. */
    @Test
    void anOrderIsSeenInTheBookAndByItsAccountAlone() {
        try (Client alice = new Client(venue.address(), "Authorization", "Bearer " + venue.token("alice"));
                Client anybody = new Client(venue.address())) {
            alice.sub("private-account.alice");
            anybody.sub("book.INFY");
            assertThat(alice.firstTypes(1)).containsExactly("snap alice");
            assertThat(anybody.firstTypes(1)).containsExactly("snap INFY");

            venue.open();
            venue.send(
                    "alice",
                    "POST",
                    "/api/v1/orders",
                    "{\"clientOrderId\":\"s-1\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                            + "\"timeInForce\":\"GTC\",\"price\":\"1500\",\"quantity\":\"3\"}");

            assertThat(alice.firstTypes(1)).containsExactly("event alice");
            assertThat(anybody.heardUntil("\"price\":\"1500.00\",\"quantity\":\"3\""))
                    .isTrue();
        }
    }

    @Test
    void theStateOfTheBackboneIsToldEverySecond() {
        try (Client client = new Client(venue.address())) {
            client.sub("ops");

            assertThat(client.firstTypes(2)).containsExactly("snap ops", "snap ops");
        }
    }

    @Test
    void nobodyElsePublishesAndNotToWhatIsNotABroadcastChannel() {
        assertThat(publish("alice", "news.today").status()).isEqualTo(403);
        assertThat(publish("operator", "book.INFY").status()).isEqualTo(404);
        assertThat(publish("operator", "private-account.alice").status()).isEqualTo(404);
        assertThat(publish("operator", "presence-lobby").status()).isEqualTo(404);
    }

    private Answered publish(String who, String channel) {
        return venue.send(
                who,
                "POST",
                "/api/v1/broadcasts",
                "{\"channel\":\"" + channel + "\",\"event\":\"said\",\"data\":{\"n\":1}}",
                List.of("Content-Type", "application/json"));
    }

    private static String login() {
        String cookie = venue.send("", "POST", "/api/v1/session", "{\"token\":\"" + venue.token("alice") + "\"}")
                .header("Set-Cookie");
        return cookie.substring(0, cookie.indexOf(';'));
    }

    private static final String UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    private static String handshake(String headers) throws IOException {
        return raw("GET /ws/v1 HTTP/1.1\r\nHost: 127.0.0.1:" + venue.port() + "\r\n" + UPGRADE
                + (headers.isEmpty() ? "" : headers + "\r\n") + "\r\n");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                int c = in.read();
                if (c < 0) {
                    break;
                }
                head.append((char) c);
            }
            return head.toString();
        }
    }
}
