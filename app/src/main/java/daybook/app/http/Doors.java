package daybook.app.http;

import daybook.app.security.RateLimits;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Whether a request came in by a door that is meant for it: the names that are served, the pages that may change something. */
record Doors(Set<String> hosts) {
    /** Requests of one address. */
    static final RateLimits.Limit PER_ADDRESS = new RateLimits.Limit(2_000, 4_000);

    /** A page elsewhere that makes a browser resolve its own name to this machine still sends its own name. */
    void checkHost(Request request) {
        if ("".equals(request.getHeaders().get(HttpHeader.HOST))) {
            throw HttpError.malformed("Host: empty (expected: the name that was asked for)");
        }
        String server = Request.getServerName(request);
        if (server == null || !hosts.contains(server.toLowerCase(Locale.ROOT))) {
            throw new HttpError(421, "MISDIRECTED", "host: not served here");
        }
    }

    /** What changes something must come from our own page or from a program, never from a page elsewhere. */
    static void checkOrigin(Request request) {
        if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
            return;
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        String host = request.getHeaders().get(HttpHeader.HOST);
        String site = request.getHeaders().get("Sec-Fetch-Site");
        boolean ours = origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
        boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
        if (!ours || !sameSite) {
            throw new HttpError(403, "CROSS_ORIGIN", "origin: not accepted (expected: this server's own page)");
        }
    }
}
