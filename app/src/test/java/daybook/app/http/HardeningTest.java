package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.http.RunningVenue.Answered;
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

/** What a hostile client may try, byte by byte. */
class HardeningTest {
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

    @ParameterizedTest
    @ValueSource(strings = {"evil.test", "evil.test:80", "127.0.0.1.evil.test", "localhost.evil.test"})
    void anotherHostNameIsNotServed(String host) throws IOException {
        assertThat(raw("GET /api/v1/symbols HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n",
                "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n",
                "NONSENSE\r\n\r\n",
            })
    void brokenRequestsAreRefusedWithoutAWordTooMany(String request) throws IOException {
        String answer = raw(request);

        assertThat(answer).startsWith("HTTP/1.1 4");
        assertThat(answer)
                .doesNotContain("Exception")
                .doesNotContain("Jetty")
                .doesNotContain("jetty")
                .doesNotContain("at org.");
    }

    @Test
    void eachSizeHasALimit() throws IOException {
        String big = "{\"clientOrderId\":\"" + "x".repeat(HttpSettings.MAX_BODY_BYTES) + "\"}";
        assertThat(venue.send("alice", "POST", "/api/v1/orders", big).status()).isEqualTo(413);
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(raw("POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                        + ("4000\r\n" + "x".repeat(0x4000) + "\r\n").repeat(5) + "0\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
    }

    /** A client that writes all of it before it reads anything would else find a connection that was reset. */
    @Test
    void aBodyThatIsTooLargeIsHeardToItsEndAndRefused() throws IOException {
        int size = HttpSettings.MAX_PASSED_OVER_BYTES - 1;
        for (int i = 0; i < 20; i++) {
            assertThat(raw("POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Authorization: Bearer " + venue.token("alice") + "\r\nContent-Length: " + size
                            + "\r\n\r\n" + "x".repeat(size)))
                    .startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void aClientThatAsksFirstIsToldNotToSend() throws IOException {
        assertThat(raw("POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Authorization: Bearer " + venue.token("alice") + "\r\nExpect: 100-continue\r\n"
                        + "Content-Length: 70000\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
    }

    @Test
    void typesMethodsPathsAndQueriesThatAreNotThereAreNamed() {
        assertThat(venue.send("alice", "POST", "/api/v1/orders", "{}", List.of("Content-Type", "text/plain"))
                        .status())
                .isEqualTo(415);
        assertThat(venue.send("alice", "POST", "/api/v1/orders", "{}", List.of())
                        .status())
                .isEqualTo(415);
        assertThat(venue.send("alice", "PUT", "/api/v1/orders", "{}").status()).isEqualTo(405);
        assertThat(venue.send("alice", "TRACE", "/", "").status()).isEqualTo(405);
        assertThat(venue.send("operator", "GET", "/api/v1/ops/session", "").status())
                .isEqualTo(405);
        assertThat(venue.get("alice", "/api/v1/nothing").status()).isEqualTo(404);
        assertThat(venue.get("alice", "/api/v1/symbols?x=1").status()).isEqualTo(400);
        assertThat(venue.get("alice", "/api/v1/book/INFY?depth=1&depth=2").status())
                .isEqualTo(400);
        assertThat(venue.get("alice", "/api/v1/book/INFY?depth=0").status()).isEqualTo(400);
        assertThat(venue.get("alice", "/api/v1/orders/x").status()).isEqualTo(404);
        assertThat(venue.get("alice", "/api/v1/book/..%2f..%2fetc").status()).isIn(400, 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\nhello\r\n0\r\n\r\n",
                "5\r\nhelloXX\r\n0\r\n\r\n",
                "-1\r\n\r\n",
                "ffffffffffffffffff\r\n\r\n"
            })
    void brokenChunksAreMalformedAndNotSlow(String chunks) throws IOException {
        assertThat(raw("POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Authorization: Bearer " + venue.token("alice") + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunks))
                .startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void anEmptyHostNamesNobody(String host) throws IOException {
        assertThat(raw("GET /api/v1/symbols HTTP/1.1\r\nHost:" + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void aByteOrderMarkIsNotJson() {
        Answered answer = venue.send("alice", "POST", "/api/v1/orders", "\ufeff{}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("message")).contains("byte order mark");
    }

    @Test
    void aMethodThatIsNotAllowedIsToldWhichAre() {
        Answered answer = venue.send("alice", "PUT", "/api/v1/orders/1", "{}");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("DELETE, GET, HEAD, PATCH");
        assertThat(venue.send("operator", "GET", "/api/v1/ops/session", "").header("Allow"))
                .isEqualTo("POST");
    }

    @Test
    void anAccountThatIsNotThereIsNotAnEmptyOne() {
        for (String path : List.of("positions", "pnl", "fills", "orders", "orders/1")) {
            Answered answer = venue.get("operator", "/api/v1/" + path + "?account=nobody");

            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.text("reason")).as(path).isEqualTo("UNKNOWN_ACCOUNT");
        }
        assertThat(venue.get("operator", "/api/v1/positions?account=alice").status())
                .isEqualTo(200);
        assertThat(venue.get("alice", "/api/v1/positions?account=bob").text("message"))
                .isEqualTo(
                        venue.get("alice", "/api/v1/positions?account=nobody").text("message"));
    }

    @Test
    void everyErrorHasACodeAReasonAndAMessage() {
        List<Answered> answers = List.of(
                venue.get("alice", "/api/v1/orders/999999"),
                venue.send("alice", "DELETE", "/api/v1/orders/999999", ""),
                venue.send("alice", "PATCH", "/api/v1/orders/999999", "{\"quantity\":\"1\"}"),
                venue.get("alice", "/api/v1/orders?clientOrderId=none"),
                venue.get("", "/api/v1/orders"),
                venue.get("alice", "/api/v1/accounts"),
                venue.get("nonsense", "/api/v1/orders"),
                venue.send("alice", "POST", "/api/v1/orders", "{"),
                venue.get("", "/nothing"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isGreaterThanOrEqualTo(400);
            assertThat(answer.text("code")).isNotEqualTo("null").isNotEmpty();
            assertThat(answer.text("reason")).isNotEqualTo("null").isNotEmpty();
            assertThat(answer.text("message")).isNotEqualTo("null").isNotEmpty();
        });
        assertThat(answers.subList(0, 4)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text("reason")).isEqualTo("UNKNOWN_ORDER");
        });
    }

    /** Each of these was an error of ours once. */
    @Test
    void whatOperatorsNameWronglyIsTheirsToMend() {
        String record = "{\"key\":\"a\",\"value\":\"b\"}";
        assertThat(venue.send("operator", "POST", "/api/v1/topics/nope/records", record)
                        .status())
                .isEqualTo(404);
        String beyond = record.replace("}", ",\"partition\":6}");
        assertThat(venue.send("operator", "POST", "/api/v1/topics/broadcasts.v1/records", beyond)
                        .text("message"))
                .contains("partition: 6 (expected: 0..5");
        String offset = "{\"topic\":\"fills.v1\",\"partition\":0,\"offset\":0}";
        assertThat(offsetOf(offset).status()).isEqualTo(200);
        assertThat(offsetOf(offset.replace("n\":0", "n\":4")).status()).isEqualTo(400);
        assertThat(offsetOf(offset.replace("offset\":0", "offset\":99")).text("message"))
                .contains("offset: not accepted (expected: 0..");
        assertThat(offsetOf(offset.replace("fills", "nope")).status()).isEqualTo(404);
        String past = "{\"role\":\"viewer\",\"expires\":\"2001-01-01T00:00:00Z\"}";
        assertThat(venue.send("operator", "POST", "/api/v1/tokens", past).status())
                .isEqualTo(400);
        String nothing = "{\"symbol\":\"ZZ\",\"tick\":\"1\",\"currency\":\"XXX\"}";
        assertThat(venue.send("operator", "POST", "/api/v1/symbols", nothing).text("message"))
                .contains("currency: ");
    }

    @Test
    void whatIsNotUtf8OrPackedIsRefused() throws IOException {
        assertThat(raw("GET /api/v1/orders?clientOrderId=%ff HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + venue.token("alice") + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(venue.send(
                                "alice",
                                "POST",
                                "/api/v1/orders",
                                "{}",
                                List.of("Content-Type", "application/json", "Content-Encoding", "gzip"))
                        .status())
                .isEqualTo(415);
    }

    private static Answered offsetOf(String body) {
        return venue.send("operator", "POST", "/api/v1/groups/report/offset", body);
    }

    @Test
    void aTokenForAnAccountThatIsNotThereIsNotMade() {
        Answered answer =
                venue.send("operator", "POST", "/api/v1/tokens", "{\"role\":\"trader\",\"account\":\"nobody\"}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("message")).contains("account: nobody");
    }

    @Test
    void anEventThatNeverWasIsNotWrittenByAccident() {
        String path = "/api/v1/topics/exchange.events.v1/records";
        String prefixed = "/api/v1/topics/daybook.exchange.events.v1/records";

        assertThat(venue.send("operator", "POST", path, "{\"key\":\"INFY\",\"value\":\"x\"}")
                        .text("reason"))
                .isEqualTo("TOPIC_OF_THE_PUBLISHER");
        assertThat(venue.send("operator", "POST", prefixed, "{\"key\":\"INFY\",\"value\":\"x\"}")
                        .status())
                .isEqualTo(422);
        assertThat(venue.send(
                                "operator",
                                "POST",
                                "/api/v1/topics/broadcasts.v1/records",
                                "{\"key\":\"r\",\"value\":\"x\"}")
                        .text("topic"))
                .isEqualTo("broadcasts.v1");
    }

    @Test
    void headIsGetWithoutABody() throws IOException {
        String answer = raw("HEAD /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    }

    @Test
    void twoTokensInOneRequestAreRefusedAndTheSchemeHasNoCase() throws IOException {
        String request = "GET /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        String alice = "Authorization: bearer " + venue.token("alice") + "\r\n";
        String bob = "Authorization: Bearer " + venue.token("bob") + "\r\n";

        assertThat(raw(request + alice + bob + "\r\n")).startsWith("HTTP/1.1 400");
        assertThat(raw(request + alice + "\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void stoppingAnAccountThatIsNotThereAdmitsNobody() {
        long before = venue.durableSeq();

        Answered answer =
                venue.send("operator", "POST", "/api/v1/accounts", "{\"account\":\"nope\",\"enabled\":false}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(venue.durableSeq()).isEqualTo(before);
    }

    @Test
    void theOffsetOfAGroupAtWorkIsNotMoved() {
        Answered answer = venue.send(
                "operator",
                "POST",
                "/api/v1/groups/capture/offset",
                "{\"topic\":\"exchange.events.v1\",\"partition\":0,\"offset\":0}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("message")).contains("group capture").contains("live members");
    }

    @Test
    void everyAnswerTellsBrowsersToTrustNothingElse() {
        for (String path : List.of("/", "/js/terminal.js", "/api/v1/symbols", "/api/v1/nothing", "/metrics")) {
            Answered answer = venue.get("", path);
            assertThat(answer.header("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).as(path).isEqualTo("no-referrer");
            assertThat(answer.header("Server")).as(path).isEmpty();
        }
    }

    @Test
    void metricsNameNoAccountAndNoToken() {
        venue.get("alice", "/api/v1/positions");

        String metrics = venue.get("", "/metrics").body();

        assertThat(metrics)
                .contains("daybook_durable_seq")
                .contains("daybook_http_answers")
                .doesNotContain("alice")
                .doesNotContain(venue.token("alice"));
    }

    @Test
    void aHeaderThatNeverEndsIsCutOff() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: local".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();

            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

            assertThat(said.isEmpty() || said.startsWith("HTTP/1.1 4")).as(said).isTrue();
        }
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            byte[] answer = in.readNBytes(12);
            byte[] rest = new byte[4_096];
            int count = Math.max(0, in.read(rest));
            return new String(answer, StandardCharsets.ISO_8859_1)
                    + new String(rest, 0, count, StandardCharsets.ISO_8859_1);
        }
    }
}
