package daybook.app.http;

import java.util.Map;

/** What every answer says to a browser: nothing from elsewhere, no framing, no guessing, no referrer, no cache. */
final class Headers {
    static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");

    private Headers() {}
}
