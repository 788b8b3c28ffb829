package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import daybook.app.security.Identity;
import daybook.app.security.RateLimits;
import daybook.app.security.Role;
import daybook.app.security.Sessions;
import daybook.app.security.TokenStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who logs in with a browser, and who tries to. */
class SessionRoutesTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private long nowNs;

    @SuppressWarnings("NullAway.Init")
    private SessionRoutes routes;

    @SuppressWarnings("NullAway.Init")
    private String secret;

    private final Rates rates = new Rates(new RateLimits(() -> nowNs));

    @BeforeEach
    void open() {
        SecureRandom random = new SecureRandom();
        TokenStore tokens = new TokenStore(directory.resolve("tokens"), random, InstantSource.system());
        secret = tokens.create(Role.TRADER, "alice", Optional.empty()).secret();
        routes = new SessionRoutes(tokens, new Sessions(tokens, random, () -> nowNs), rates);
    }

    @Test
    void aCookieThatWasGivenByTlsIsNeverSentWithout() {
        assertThat(cookie(logIn(secret, "10.0.0.1", true))).endsWith("; Secure");
        assertThat(cookie(logIn(secret, "10.0.0.1", false))).doesNotContain("Secure");
    }

    @Test
    void whoTriesManyTokensIsToldNothingForAWhile() {
        for (int i = 0; i < 50; i++) {
            assertThat(refused("10.0.0.1")).isEqualTo(401);
        }
        assertThat(refused("10.0.0.1")).isEqualTo(429);
        assertThat(rates.refused("10.0.0.1").answer().status())
                .as("also in a header")
                .isEqualTo(429);
        assertThat(refused("10.0.0.2")).isEqualTo(401);
        assertThat(logIn(secret, "10.0.0.1", false).status())
                .as("the right one")
                .isEqualTo(200);

        nowNs += SECOND_NS;
        assertThat(refused("10.0.0.1")).isEqualTo(401);
    }

    private int refused(String address) {
        HttpError error = catchThrowableOfType(HttpError.class, () -> logIn("wrong", address, false));
        return error.answer().status();
    }

    private Answer logIn(String token, String address, boolean tls) {
        byte[] body = ("{\"token\":\"" + token + "\"}").getBytes(StandardCharsets.UTF_8);
        Call call = new Call(Identity.NOBODY, Map.of(), Map.of(), body, new Call.Client(address, tls, ""));
        return routes.routes().get(0).handler().answer(call);
    }

    private static String cookie(Answer answer) {
        return String.valueOf(answer.headers().get("Set-Cookie"));
    }
}
