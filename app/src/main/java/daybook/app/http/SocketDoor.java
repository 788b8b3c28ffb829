package daybook.app.http;

import daybook.app.security.Identity;
import daybook.app.ws.Sockets;
import daybook.app.ws.Visitor;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door for sockets, before all others: host, origin and who asks are checked before the upgrade, and a refusal is an ordinary answer.
 * Safe for many threads.
 */
final class SocketDoor extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(SocketDoor.class);
    static final String ROUTE = "GET " + Sockets.PATH;

    private final Doors doors;
    private final Admission admission;
    private final Sockets sockets;
    private final HttpMetrics metrics;

    /** Who asks for a socket. Throws {@link HttpError} if a token or session is shown that is not accepted. */
    @FunctionalInterface
    interface Admission {
        Admitted admit(Request request);
    }

    /** @param holds whether it still holds; may take its time */
    record Admitted(Identity identity, BooleanSupplier holds) {}

    SocketDoor(Handler inside, Doors doors, Admission admission, Sockets sockets, HttpMetrics metrics) {
        super(inside);
        this.doors = doors;
        this.admission = admission;
        this.sockets = sockets;
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!Request.getPathInContext(request).equals(Sockets.PATH)
                || !request.getMethod().equals("GET")) {
            return super.handle(request, response, callback);
        }
        long began = System.nanoTime();
        try {
            Visitor visitor = visitor(request);
            Optional<HttpError> refusal = switch (sockets.upgrade(request, response, callback, visitor)) {
                case UPGRADED -> Optional.empty();
                case TOO_MANY -> Optional.of(HttpError.tooMany("sockets"));
                case NOT_A_HANDSHAKE ->
                    Optional.of(new HttpError(
                            426, "UPGRADE_REQUIRED", "request: not a handshake (expected: WebSocket, RFC 6455)"));
            };
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            metrics.answered(ROUTE, 101, System.nanoTime() - began);
        } catch (HttpError error) {
            refuse(error, response, callback, began);
        } catch (RuntimeException broken) {
            LOG.error("a socket could not be opened", broken);
            HttpError ours = new HttpError(500, "INTERNAL", "server: an error of ours; it is in the log");
            refuse(ours, response, callback, began);
        }
        return true;
    }

    private void refuse(HttpError error, Response response, Callback callback, long began) {
        Answer answer = error.answer();
        metrics.answered(ROUTE, answer.status(), System.nanoTime() - began);
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        Gate.write(answer, response, callback);
    }

    private Visitor visitor(Request request) {
        doors.checkHost(request);
        Doors.checkOwnPage(request);
        if (request.getHttpURI().getQuery() != null) {
            throw HttpError.malformed("query: not accepted (expected: none; a token goes into a header)");
        }
        boolean local = Doors.isLocal(request);
        Admitted who = admission.admit(request);
        if (who.identity().equals(Identity.NOBODY) && !local) {
            throw new HttpError(401, "UNAUTHORIZED", "token: missing (expected: Authorization: Bearer TOKEN)");
        }
        String address = Request.getRemoteAddr(request).toLowerCase(Locale.ROOT);
        return new Visitor(who.identity(), local, address, who.holds());
    }
}
