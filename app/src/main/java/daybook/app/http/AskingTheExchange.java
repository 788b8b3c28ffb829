package daybook.app.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Finds out who asks a {@code web} process for a socket. Safe for many threads. */
final class AskingTheExchange implements SocketDoor.Admission {
    private final ExchangeCallers callers;
    private final Rates rates;

    AskingTheExchange(ExchangeLink exchange, Rates rates) {
        this.callers = new ExchangeCallers(exchange::ask, System::nanoTime);
        this.rates = rates;
    }

    @Override
    public SocketDoor.Admitted admit(Request request) {
        rates.checkAddress(Request.getRemoteAddr(request));
        Map<String, String> shown = new LinkedHashMap<>();
        Relay.pass(request, HttpHeader.AUTHORIZATION, shown);
        Relay.pass(request, HttpHeader.COOKIE, shown);
        return callers.admit(shown);
    }
}
