package daybook.app.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door of a {@code web} process: what is asked of the venue goes on to the exchange with the caller's own token, which judges
 * it there; what is asked of this process, or can be answered from its own view of the market, is answered by its gate. Safe for many threads.
 */
final class Relay extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
    private static final String OF_THE_VENUE = "/api/v1/";
    private static final String VIA = "1.1 daybook-web";
    private static final String OF_THIS_PROCESS = "/api/v1/ops/";

    private final Doors doors;
    private final Rates rates;
    private final OwnView ownView;
    private final ExchangeLink exchange;
    private final HttpMetrics metrics;

    Relay(Handler gate, Guards guards, ExchangeLink exchange, HttpMetrics metrics) {
        super(gate);
        this.doors = guards.doors();
        this.rates = guards.rates();
        this.ownView = guards.ownView();
        this.exchange = exchange;
        this.metrics = metrics;
    }

    /**
     * What it looks at before it passes anything on.
     *
     * @param rates per address of a client; those per token are the exchange's, for all its doors together
     * @param ownView which questions this process answers itself
     */
    record Guards(Doors doors, Rates rates, OwnView ownView) {}

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        boolean ownState = path.equals(OF_THIS_PROCESS + "status") || path.equals(OF_THIS_PROCESS + "lag");
        if (!path.startsWith(OF_THE_VENUE) || ownState || ownView.answers(request, path)) {
            return super.handle(request, response, callback);
        }
        long began = System.nanoTime();
        Answer answer;
        try {
            answer = exchange.ask(question(request));
        } catch (HttpError error) {
            answer = error.answer();
            response.getHeaders().put(HttpHeader.CONNECTION, "close"); // its body may not have been read
        } catch (RuntimeException broken) {
            LOG.error("a request could not be passed on", broken);
            answer = new HttpError(500, "INTERNAL", "server: an error of ours; it is in the log").answer();
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        metrics.answered(RelayedRoutes.name(request.getMethod(), path), answer.status(), System.nanoTime() - began);
        Gate.write(answer, response, callback);
        return true;
    }

    private ExchangeLink.Question question(Request request) {
        doors.checkHost(request);
        rates.checkAddress(Request.getRemoteAddr(request));
        Doors.checkOrigin(request);
        boolean hasBody = request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        byte[] body = hasBody ? RequestContent.jsonBody(request) : new byte[0];
        Map<String, String> headers = new LinkedHashMap<>();
        pass(request, HttpHeader.AUTHORIZATION, headers);
        pass(request, HttpHeader.COOKIE, headers);
        pass(request, HttpHeader.CONTENT_TYPE, headers);
        if (Doors.isTls(request)) {
            headers.put(Doors.FORWARDED_PROTO, "https");
        }
        if (!Doors.isLocal(request)) {
            headers.put(
                    HttpHeader.VIA.asString(), VIA); // this process may be on the exchange's machine, the client is not
        }
        return new ExchangeLink.Question(
                request.getMethod(), request.getHttpURI().getPathQuery(), headers, body);
    }

    /** A header that is there twice could be read as the other one behind us. */
    static void pass(Request request, HttpHeader header, Map<String, String> headers) {
        var values = request.getHeaders().getValuesList(header);
        if (values.size() > 1) {
            throw HttpError.malformed(header.asString() + ": there twice");
        }
        values.forEach(value -> headers.put(header.asString(), value));
    }
}
