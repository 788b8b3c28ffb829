package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.Identity;
import daybook.app.security.LineLimit;
import daybook.app.security.Role;
import daybook.app.security.SafeText;
import daybook.app.security.Sessions;
import daybook.app.security.TokenStore;
import daybook.delivery.DeliveryException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every request comes through here; see the package for the order of the checks. Safe for many threads. */
final class Gate extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final String BEARER = "Bearer ";

    private final RouteTable routes;
    private final Doors doors;
    private final TokenStore tokens;
    private final Sessions sessions;
    private final Rates rates;
    private final Predicate<String> isAccount;
    private final HttpMetrics metrics;
    private final LineLimit refusals = new LineLimit(System::nanoTime);

    /**
     * Whom it asks.
     *
     * @param isAccount whether there is such an account
     */
    record Keepers(TokenStore tokens, Sessions sessions, Rates rates, Predicate<String> isAccount) {}

    Gate(RouteTable routes, Doors doors, Keepers keepers, HttpMetrics metrics) {
        this.routes = routes;
        this.doors = doors;
        this.tokens = keepers.tokens();
        this.sessions = keepers.sessions();
        this.rates = keepers.rates();
        this.isAccount = keepers.isAccount();
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long began = System.nanoTime();
        Seen seen = new Seen();
        Answer answer;
        try {
            answer = answer(request, seen);
        } catch (HttpError error) {
            answer = error.answer();
        } catch (DeliveryException away) {
            LOG.warn("{} {}: {}", request.getMethod(), seen.route, away.getMessage());
            answer = new HttpError(503, "UNAVAILABLE", "database: does not answer; try again later").answer();
        } catch (RuntimeException broken) {
            LOG.error("{} {} failed", request.getMethod(), seen.route, broken);
            answer = new HttpError(500, "INTERNAL", "server: an error of ours; it is in the log").answer();
        }
        metrics.answered(seen.route, answer.status(), System.nanoTime() - began);
        if (!seen.bodyRead && hasBody(request)) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close"); // what was not read would be taken for a request
        }
        write(answer, response, callback);
        return true;
    }

    /** How far a request came. The route is for the metrics: the template, never the path, which a stranger chooses. */
    private static final class Seen {
        private String route = "none";
        private boolean bodyRead;
    }

    private Answer answer(Request request, Seen seen) {
        doors.checkHost(request);
        String address = Request.getRemoteAddr(request);
        RouteTable.Lookup found = routes.lookUp(request.getMethod(), Request.getPathInContext(request));
        seen.route = found.name();
        String cookie = cookie(request);
        Identity identity = identify(request, cookie, address);
        rates.check(identity, address); // also where there is nothing to be found
        RouteTable.Match match = found.match();
        Doors.checkOrigin(request);
        checkAccess(match.route(), identity, request);
        Map<String, String> query = RequestContent.query(request, match.route());
        checkAccount(identity, query);
        boolean takesBody = !match.route().fields().isEmpty();
        byte[] body = takesBody ? RequestContent.jsonBody(request) : new byte[0];
        seen.bodyRead = takesBody;
        Call.Client client = new Call.Client(address, Doors.isTls(request), cookie);
        return match.route().handler().answer(new Call(identity, match.path(), query, body, client));
    }

    /** An operator may name any account there is. A trader's own is checked where it is used, so that it learns of no other. */
    private void checkAccount(Identity identity, Map<String, String> query) {
        String named = query.get("account");
        if (named != null && identity.role().covers(Role.OPERATOR) && !isAccount.test(named)) {
            throw HttpError.notFound("UNKNOWN_ACCOUNT", "account: no such thing");
        }
    }

    /** Who asks for a socket; for as long as its token or session holds. */
    SocketDoor.Admitted admit(Request request) {
        String address = Request.getRemoteAddr(request);
        String cookie = cookie(request);
        Identity identity = identify(request, cookie, address);
        rates.check(identity, address);
        boolean byToken = request.getHeaders().contains(HttpHeader.AUTHORIZATION);
        return new SocketDoor.Admitted(identity, () -> {
            if (identity.equals(Identity.NOBODY)) {
                return true;
            }
            return byToken
                    ? tokens.isLive(identity.tokenId())
                    : sessions.look(cookie).filter(identity::equals).isPresent();
        });
    }

    private Identity identify(Request request, String cookie, String address) {
        if (request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION).size() > 1) {
            throw HttpError.malformed("Authorization: there twice"); // a proxy may have looked at the other one
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization == null) {
            if (cookie.isEmpty()) {
                return Identity.NOBODY;
            }
            boolean watches = request.getHeaders().contains(ExchangeCallers.WATCHES);
            return (watches ? sessions.look(cookie) : sessions.identify(cookie)).orElse(Identity.NOBODY);
        }
        String secret = authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length())
                : "";
        return tokens.identify(secret).orElseThrow(() -> {
            refusals.admit()
                    .ifPresent(leftOut -> AUDIT.warn(
                            "an unknown, revoked or expired token from {}{}",
                            SafeText.oneLine(address),
                            leftOut(leftOut)));
            return rates.refused(address);
        });
    }

    private void checkAccess(Route route, Identity identity, Request request) {
        if (route.access().admits(identity.role(), Doors.isLocal(request))) {
            return;
        }
        if (identity.equals(Identity.NOBODY)) {
            throw new HttpError(401, "UNAUTHORIZED", "token: missing (expected: Authorization: Bearer TOKEN)");
        }
        refusals.admit()
                .ifPresent(leftOut -> AUDIT.warn(
                        "token {} is not allowed {} {}{}",
                        identity.tokenId(),
                        route.method(),
                        route.template(),
                        leftOut(leftOut)));
        throw new HttpError(403, "FORBIDDEN", "role: not allowed");
    }

    static String leftOut(long lines) {
        return lines == 0 ? "" : " (" + lines + " refusals before it were left out)";
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private static String cookie(Request request) {
        for (HttpCookie cookie : Request.getCookies(request)) {
            if (cookie.getName().equals(SessionRoutes.COOKIE)) {
                return cookie.getValue();
            }
        }
        return "";
    }

    static void write(Answer answer, Response response, Callback callback) {
        response.setStatus(answer.status());
        Headers.ALWAYS.forEach((name, value) -> response.getHeaders().put(name, value));
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (answer.status() == 401) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        }
        if (answer.body() instanceof StaticFiles.File file) {
            writeFile(file, response, callback);
            return;
        }
        String text;
        if (answer.body() instanceof Answer.Text plain) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, plain.contentType());
            text = plain.text();
        } else {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            text = Json.write(answer.body());
        }
        Content.Sink.write(response, true, text, callback);
    }

    /** As it is or compressed, or only that it has not changed. */
    private static void writeFile(StaticFiles.File file, Response response, Callback callback) {
        HttpFields asked = response.getRequest().getHeaders();
        String known = asked.get(HttpHeader.IF_NONE_MATCH);
        if (known != null && known.contains(file.tag())) { // among others, or weakened by a proxy
            response.setStatus(304);
            response.write(true, null, callback);
            return;
        }
        boolean isCompressed = asked.contains(HttpHeader.ACCEPT_ENCODING, "gzip");
        byte[] content = isCompressed ? file.compressed() : file.content();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, file.contentType());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
        if (isCompressed) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        response.write(true, ByteBuffer.wrap(content), callback);
    }
}
