package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web process names the routes of the exchange in its metrics; the two lists must not drift apart. */
class RelayedRoutesTest {
    private static final List<String> ITS_OWN =
            List.of("GET /api/v1/ops/status", "GET /api/v1/ops/lag", "GET /api/v1/ops/backbone");

    @TempDir
    Path directory;

    @Test
    void theyAreTheRoutesOfTheExchange() {
        List<String> served = new ArrayList<>();
        try (RunningVenue venue = new RunningVenue(directory)) {
            byte[] document = venue.get("", "/api/openapi.json").body().getBytes(StandardCharsets.UTF_8);
            Map<String, Object> paths =
                    Json.object(Json.object(Json.readOwn(document)).getOrDefault("paths", Map.of()));
            paths.forEach((path, methods) -> Json.object(methods)
                    .keySet()
                    .forEach(method -> served.add(method.toUpperCase(Locale.ROOT) + " " + path)));
            assertThat(venue.send("", "GET", "/api/v1/symbols", "", List.of("Via", "1.1 somebody"))
                            .status())
                    .as("through a proxy nobody is local")
                    .isEqualTo(401);
            assertThat(venue.get("", "/api/v1/symbols").status()).isEqualTo(200);
        }
        served.removeIf(route -> !route.contains(" /api/v1/") || ITS_OWN.contains(route));

        assertThat(RelayedRoutes.NAMES).containsExactlyInAnyOrderElementsOf(served);
    }

    @Test
    void anythingElseHasNoName() {
        assertThat(RelayedRoutes.name("GET", "/api/v1/orders/17")).isEqualTo("GET /api/v1/orders/{orderId}");
        assertThat(RelayedRoutes.name("HEAD", "/api/v1/orders")).isEqualTo("GET /api/v1/orders");
        assertThat(RelayedRoutes.name("GET", "/api/v1/secrets")).isEqualTo("none");
        assertThat(RelayedRoutes.name("BREW", "/api/v1/orders")).isEqualTo("none");
    }
}
