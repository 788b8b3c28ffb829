package daybook.app.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Whether a request came in by a door that is meant for it: the names that are served, the pages that may change something. */
record Doors(Set<String> hosts) {
    static final String FORWARDED_PROTO = "X-Forwarded-Proto";

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1");

    /** What a proxy adds, and our own {@code web} process: the client is not who is connected. */
    private static final List<String> PASSED_ON = List.of("Via", "Forwarded", "X-Forwarded-For");

    /** Whether a program on this machine asks, for itself. Who lies about it can only be taken for a stranger. */
    static boolean isLocal(Request request) {
        return LOOPBACK.contains(Request.getRemoteAddr(request))
                && PASSED_ON.stream().noneMatch(name -> request.getHeaders().contains(name));
    }

    /** Whether the client came by TLS, to us or to a proxy that says so. Who lies about it gets a cookie that he cannot use. */
    static boolean isTls(Request request) {
        return request.isSecure() || "https".equals(request.getHeaders().get(FORWARDED_PROTO));
    }

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

    /**
     * A socket is not held back by the rules that browsers have for pages: any page could open one with its visitor's cookie. So its
     * origin must be exactly this server as it was asked for; a program sends none. Behind a proxy that speaks TLS for us, {@code https}.
     */
    static void checkOwnPage(Request request) {
        List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
        String host = String.valueOf(request.getHeaders().get(HttpHeader.HOST)).toLowerCase(Locale.ROOT);
        String own = (isTls(request) ? "https://" : "http://") + host;
        String site = request.getHeaders().get("Sec-Fetch-Site");
        boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
        if (!origins.isEmpty() && !origins.equals(List.of(own)) || !sameSite) {
            throw new HttpError(403, "CROSS_ORIGIN", "origin: not accepted (expected: this server's own page)");
        }
    }
}
