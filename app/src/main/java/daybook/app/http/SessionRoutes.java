package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.Identity;
import daybook.app.security.LineLimit;
import daybook.app.security.SafeText;
import daybook.app.security.Sessions;
import daybook.app.security.TokenStore;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log in and out with a browser: the token is exchanged for a cookie that no script can read. */
final class SessionRoutes {
    static final String COOKIE = "daybook_session";
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict";
    private static final List<Route.BodyField> LOGIN = List.of(new Route.BodyField("token", "string", true));

    private final TokenStore tokens;
    private final Sessions sessions;
    private final Rates rates;
    private final LineLimit refusals = new LineLimit(System::nanoTime);

    /** @param rates also those of the gate: a wrong token counts, at whichever of the two it is tried */
    SessionRoutes(TokenStore tokens, Sessions sessions, Rates rates) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.rates = rates;
    }

    List<Route> routes() {
        String path = "/api/v1/session";
        return List.of(
                new Route("POST", path, Access.ANYONE, "Begin a browser session.", List.of(), LOGIN, this::begin),
                new Route("DELETE", path, Access.ANYONE, "End it.", List.of(), List.of(), this::end),
                Route.get(path, Access.ANYONE, "Who is asking.", this::who));
    }

    private Answer begin(Call call) {
        String secret = Fields.of(call.body(), LOGIN).text("token", "[!-~]{1,256}", "a token");
        Identity identity = tokens.identify(secret).orElseThrow(() -> {
            refusals.admit()
                    .ifPresent(leftOut -> AUDIT.warn(
                            "a browser came with an unknown token from {}{}",
                            SafeText.oneLine(call.client().address()),
                            Gate.leftOut(leftOut)));
            return rates.refused(call.client().address());
        });
        sessions.end(call.client().cookie()); // a new id at every login, so that a planted one is worth nothing
        AUDIT.info("a browser session began for token {}", identity.tokenId());
        return new Answer(
                200, who(identity), Map.of("Set-Cookie", COOKIE + "=" + sessions.begin(identity) + attributes(call)));
    }

    private Answer end(Call call) {
        sessions.end(call.client().cookie());
        return new Answer(
                200, Json.fields("ended", true), Map.of("Set-Cookie", COOKIE + "=; Max-Age=0" + attributes(call)));
    }

    /** One that was given by TLS is never sent without. */
    private static String attributes(Call call) {
        return call.client().tls() ? ATTRIBUTES + "; Secure" : ATTRIBUTES;
    }

    private Answer who(Call call) {
        return Answer.ok(who(call.identity()));
    }

    private static Map<String, Object> who(Identity identity) {
        return Json.fields(
                "role", identity.role().text(), "account", identity.account(), "tokenId", identity.tokenId());
    }
}
