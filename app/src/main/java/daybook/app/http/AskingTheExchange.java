package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.Identity;
import daybook.app.security.Role;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Finds out who asks a {@code web} process for a socket: the exchange knows the tokens and sessions. Safe for many threads. */
final class AskingTheExchange implements SocketDoor.Admission {
    private static final String WHO = "/api/v1/session";
    private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    private final ExchangeLink exchange;
    private final Rates rates;

    AskingTheExchange(ExchangeLink exchange, Rates rates) {
        this.exchange = exchange;
        this.rates = rates;
    }

    @Override
    public SocketDoor.Admitted admit(Request request) {
        rates.checkAddress(Request.getRemoteAddr(request));
        Map<String, String> headers = new LinkedHashMap<>();
        Relay.pass(request, HttpHeader.AUTHORIZATION, headers);
        Relay.pass(request, HttpHeader.COOKIE, headers);
        if (headers.isEmpty()) {
            return new SocketDoor.Admitted(Identity.NOBODY, () -> true);
        }
        Identity identity = ask(headers);
        return new SocketDoor.Admitted(identity, new Again(headers, identity));
    }

    private Identity ask(Map<String, String> headers) {
        Answer answer = exchange.ask(new ExchangeLink.Question("GET", WHO, headers, new byte[0]));
        if (answer.status() != 200 || !(answer.body() instanceof Answer.Text text)) {
            throw new HttpError(
                    answer.status() == 200 ? 503 : answer.status(),
                    "UNAUTHORIZED",
                    "token: not accepted by the exchange");
        }
        Map<String, Object> who = Json.object(Json.read(text.text().getBytes(StandardCharsets.UTF_8)));
        Role role = Role.of(String.valueOf(who.get("role"))).orElse(Role.NOBODY);
        String account = String.valueOf(who.getOrDefault("account", ""));
        return role == Role.NOBODY ? Identity.NOBODY : new Identity("web", role, account);
    }

    /** Asks now and then; while the exchange does not answer, what it said last holds. */
    private final class Again implements BooleanSupplier {
        private final Map<String, String> headers;
        private final Identity first;
        private final AtomicLong askedNs = new AtomicLong(System.nanoTime());
        private volatile boolean holds = true;

        Again(Map<String, String> headers, Identity first) {
            this.headers = Map.copyOf(headers);
            this.first = first;
        }

        @Override
        public boolean getAsBoolean() {
            long now = System.nanoTime();
            if (now - askedNs.get() < ASK_AGAIN_NS) {
                return holds;
            }
            askedNs.set(now);
            try {
                holds = ask(headers).equals(first);
            } catch (HttpError refused) {
                holds = refused.answer().status() != 401 && refused.answer().status() != 403;
            }
            return holds;
        }
    }
}
