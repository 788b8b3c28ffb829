package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.http.RunningVenue.Answered;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what: the table is written here again, by hand, and compared with what the server does and documents. */
class AccessTest {
    /** From which role on; all requests come from this machine. */
    private static final Map<String, String> FROM_ROLE = table();

    private static final List<String> ROLES = List.of("", "viewer", "alice", "operator");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    @BeforeAll
    static void start() {
        venue = new RunningVenue(directory);
        venue.open();
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    private static Map<String, String> table() {
        Map<String, String> table = new LinkedHashMap<>();
        for (String route : List.of(
                "GET /{file}",
                "GET /health/live",
                "GET /health/ready",
                "GET /metrics",
                "GET /api/version",
                "GET /api/openapi.json",
                "GET /learn",
                "GET /learn/",
                "GET /learn/{page}",
                "GET /learn/figures/{file}",
                "POST /api/v1/session",
                "GET /api/v1/session",
                "DELETE /api/v1/session",
                "GET /api/v1/symbols",
                "GET /api/v1/book/{symbol}",
                "GET /api/v1/trades/{symbol}",
                "GET /api/v1/bars/{symbol}",
                "GET /api/v1/leaderboard",
                "GET /api/v1/strategies",
                "GET /api/v1/strategies/{id}",
                "GET /api/v1/cutover",
                "GET /api/v1/intents",
                "GET /api/v1/jobs",
                "GET /api/v1/jobs/{queue}",
                "GET /api/v1/jobs/{queue}/failed",
                "GET /api/v1/job-history",
                "GET /api/v1/ops/status",
                "GET /api/v1/ops/lag",
                "GET /api/v1/ops/backbone",
                "GET /ws/v1")) {
            table.put(route, "");
        }
        for (String route : List.of(
                "POST /api/v1/orders",
                "GET /api/v1/orders",
                "GET /api/v1/orders/{orderId}",
                "PATCH /api/v1/orders/{orderId}",
                "DELETE /api/v1/orders/{orderId}",
                "GET /api/v1/positions",
                "GET /api/v1/pnl",
                "GET /api/v1/fills")) {
            table.put(route, "alice");
        }
        for (String route : List.of(
                "POST /api/v1/broadcasts",
                "POST /api/v1/strategies",
                "POST /api/v1/strategies/{id}/start",
                "POST /api/v1/strategies/{id}/stop",
                "PUT /api/v1/cutover",
                "POST /api/v1/intents/{intentId}/cancel",
                "POST /api/v1/intents/{intentId}/settle",
                "POST /api/v1/jobs/{queue}",
                "POST /api/v1/jobs/{queue}/clear",
                "POST /api/v1/jobs/{queue}/failed/{id}/retry",
                "POST /api/v1/jobs/{queue}/failed/{id}/repair",
                "POST /api/v1/jobs/{queue}/failed/{id}/discard",
                "POST /api/v1/ops/session",
                "POST /api/v1/ops/kill-switch",
                "POST /api/v1/ops/purge",
                "GET /api/v1/dlq",
                "GET /api/v1/dlq/{id}",
                "POST /api/v1/dlq/{id}/repair",
                "POST /api/v1/dlq/{id}/replay",
                "POST /api/v1/dlq/{id}/discard",
                "POST /api/v1/ops/services/{service}/rebuild",
                "GET /api/v1/ops/services/{service}/rebuild",
                "GET /api/v1/accounts",
                "POST /api/v1/accounts",
                "POST /api/v1/symbols",
                "GET /api/v1/tokens",
                "POST /api/v1/tokens",
                "DELETE /api/v1/tokens/{id}",
                "POST /api/v1/topics/{topic}/records",
                "POST /api/v1/groups/{group}/offset")) {
            table.put(route, "operator");
        }
        return table;
    }

    @Test
    void everyRouteIsOpenExactlyFromItsRoleOn() {
        FROM_ROLE.forEach((route, from) -> {
            for (String role : ROLES) {
                Answered answer = call(role, route);
                boolean allowed = ROLES.indexOf(role) >= ROLES.indexOf(from);
                if (allowed) {
                    assertThat(answer.status()).as(role + " " + route).isNotIn(401);
                    boolean needsAnAccount = "NO_ACCOUNT".equals(code(answer));
                    assertThat(answer.status() == 403 && !needsAnAccount)
                            .as(role + " " + route)
                            .isFalse();
                } else {
                    assertThat(answer.status()).as(role + " " + route).isEqualTo(role.isEmpty() ? 401 : 403);
                }
            }
        });
    }

    @Test
    void theDocumentNamesExactlyTheRoutesThereAre() {
        Map<String, Object> paths =
                Json.object(venue.get("", "/api/openapi.json").json().getOrDefault("paths", ""));
        List<String> documented = new ArrayList<>();
        paths.forEach((path, operations) -> Json.object(operations)
                .keySet()
                .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path)));

        assertThat(documented).containsExactlyInAnyOrderElementsOf(FROM_ROLE.keySet());
    }

    @Test
    void thereIsNothingToPlayWithUnlessItWasAskedFor() {
        for (String path : List.of("/api/v1/lab/sandboxes", "/api/v1/lab/crashes")) {
            assertThat(venue.send("operator", "POST", path, "{}").status()).isEqualTo(404);
        }
        assertThat(venue.get("operator", "/api/v1/lab/crashes/1").status()).isEqualTo(404);
    }

    @Test
    void askingNeverChangesAnything() {
        // The day's timetable may change something meanwhile, but not every time.
        boolean unchanged = false;
        for (int i = 0; i < 3 && !unchanged; i++) {
            long before = venue.durableSeq();
            FROM_ROLE.keySet().stream()
                    .filter(route -> route.startsWith("GET"))
                    .forEach(route -> assertThat(call("operator", route).status())
                            .as(route)
                            .isLessThan(500));
            unchanged = venue.durableSeq() == before;
        }

        assertThat(unchanged).isTrue();
    }

    @Test
    void wrongRevokedAndExpiredTokensAreRefused() {
        assertThat(venue.get("nonsense", "/api/v1/positions").status()).isEqualTo(401);
        assertThat(venue.send("", "GET", "/api/v1/positions", "", List.of("Authorization", "Basic YTpi"))
                        .status())
                .isEqualTo(401);

        Answered made = venue.send("operator", "POST", "/api/v1/tokens", "{\"role\":\"trader\",\"account\":\"alice\"}");
        assertThat(venue.get(made.text("token"), "/api/v1/positions").status()).isEqualTo(200);
        venue.send("operator", "DELETE", "/api/v1/tokens/" + made.text("id"), "");
        assertThat(venue.get(made.text("token"), "/api/v1/positions").status()).isEqualTo(401);

        Answered old = venue.send(
                "operator", "POST", "/api/v1/tokens", "{\"role\":\"viewer\",\"expires\":\"2020-01-01T00:00:00Z\"}");
        assertThat(venue.get(old.text("token"), "/api/v1/symbols").status()).isEqualTo(401);
    }

    @Test
    void anotherAccountsOrderIsAnsweredLikeOneThatDoesNotExist() {
        Answered order = venue.send("alice", "POST", "/api/v1/orders", order("mine", "100"));
        assertThat(order.status()).isEqualTo(200);
        long id = order.number("orderId");

        for (String method : List.of("GET", "DELETE", "PATCH")) {
            String body = method.equals("PATCH") ? "{\"quantity\":\"1\"}" : "";
            Answered others = venue.send("bob", method, "/api/v1/orders/" + id, body);
            Answered nobodys = venue.send("bob", method, "/api/v1/orders/999999999", body);
            assertThat(others.status()).isEqualTo(404).isEqualTo(nobodys.status());
            assertThat(others.body()).isEqualTo(nobodys.body());
        }
        assertThat(venue.get("bob", "/api/v1/orders?clientOrderId=mine").status())
                .isEqualTo(404);
        assertThat(venue.get("bob", "/api/v1/positions?account=alice").status()).isEqualTo(404);
        assertThat(venue.get("operator", "/api/v1/positions?account=alice").status())
                .isEqualTo(200);
        assertThat(venue.get("alice", "/api/v1/orders/" + id).text("status")).isEqualTo("OPEN");
    }

    @Test
    void aBrowserSessionLivesInACookieThatNoScriptCanRead() {
        Answered login = venue.send("", "POST", "/api/v1/session", "{\"token\":\"" + venue.token("alice") + "\"}");
        String cookie = login.header("Set-Cookie");
        String sent = cookie.substring(0, cookie.indexOf(';'));

        assertThat(venue.send("", "GET", "/api/v1/session", "", List.of("Cookie", sent))
                        .text("tokenId"))
                .matches("[0-9a-f]{12}");
        assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict").doesNotContain(venue.token("alice"));
        assertThat(venue.send("", "GET", "/api/v1/positions", "", List.of("Cookie", sent))
                        .status())
                .isEqualTo(200);
        assertThat(venue.send(
                                "",
                                "POST",
                                "/api/v1/orders",
                                order("c", "1"),
                                List.of(
                                        "Cookie",
                                        sent,
                                        "Content-Type",
                                        "application/json",
                                        "Origin",
                                        "http://evil.test"))
                        .status())
                .isEqualTo(403);
        assertThat(venue.send("", "DELETE", "/api/v1/session", "", List.of("Cookie", sent))
                        .status())
                .isEqualTo(200);
        assertThat(venue.send("", "GET", "/api/v1/positions", "", List.of("Cookie", sent))
                        .status())
                .isEqualTo(401);
        assertThat(venue.send("", "POST", "/api/v1/session", "{\"token\":\"wrong\"}")
                        .status())
                .isEqualTo(401);
    }

    static String order(String clientOrderId, String quantity) {
        return "{\"clientOrderId\":\"" + clientOrderId
                + "\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"price\":\"1450.00\",\"quantity\":\""
                + quantity + "\"}";
    }

    private static Answered call(String role, String route) {
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(route.indexOf(' ') + 1)
                .replace("{symbol}", "INFY")
                .replaceAll("\\{[a-zA-Z]+}", "1");
        boolean body = List.of("POST", "PATCH", "PUT").contains(method);
        return venue.send(role, method, path, body ? "{}" : "");
    }

    private static String code(Answered answer) {
        return answer.body().startsWith("{") ? answer.text("code") : "";
    }
}
