package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.Identity;
import daybook.app.security.Role;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Who the callers of a {@code web} process are: the exchange knows the tokens and sessions. It is asked at each handshake, and then once in ten
 * seconds for all sockets that came with the same token or session, {@value #ASKS_A_SECOND} times a second at most. Only "not accepted" ends a
 * socket; while the exchange does not answer, or is too busy to, what it said last holds, and it is asked again. Safe for many threads;
 * a question of {@link SocketDoor.Admitted#holds} may take a second.
 */
final class ExchangeCallers {
    /** With a question of nobody's: a session is not used by it. */
    static final String WATCHES = "Daybook-Watches";

    static final int ASKS_A_SECOND = 200;
    static final Duration AT_HANDSHAKE = Duration.ofSeconds(5);
    static final Duration IN_BETWEEN = Duration.ofSeconds(1);
    private static final String WHO = "/api/v1/session";
    private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long NOT_KNOWN_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int TIDY_ABOVE = 1_000;

    private final Exchange exchange;
    private final LongSupplier nanos;
    private final Map<Map<String, String>, WeakReference<Caller>> callers = new HashMap<>();
    private int tidyAbove = TIDY_ABOVE;
    private long secondNs;
    private int asksOfSecond;
    private long silentUntilNs;

    /** Asks. Throws {@link HttpError} if there is no answer. */
    @FunctionalInterface
    interface Exchange {
        Answer ask(ExchangeLink.Question question, Duration time);
    }

    /** @param nanos monotonic nanoseconds of this process */
    ExchangeCallers(Exchange exchange, LongSupplier nanos) {
        this.exchange = exchange;
        this.nanos = nanos;
        this.secondNs = nanos.getAsLong();
        this.silentUntilNs = secondNs;
    }

    /**
     * Asks who that is.
     *
     * @param shown the headers with its token or session; none: nobody
     * @throws HttpError 401 if it is not accepted, 429 or 503 if that could not be found out
     */
    SocketDoor.Admitted admit(Map<String, String> shown) {
        if (shown.isEmpty()) {
            return new SocketDoor.Admitted(Identity.NOBODY, () -> true);
        }
        Map<String, String> credential = Map.copyOf(shown);
        Identity identity = ask(credential, AT_HANDSHAKE);
        return new SocketDoor.Admitted(identity, known(credential, identity));
    }

    private synchronized Caller known(Map<String, String> credential, Identity identity) {
        WeakReference<Caller> before = callers.get(credential);
        Caller caller = before == null ? null : before.get();
        if (caller == null || !caller.identity.equals(identity)) {
            caller = new Caller(credential, identity);
            callers.put(credential, new WeakReference<>(caller));
            if (callers.size() > tidyAbove) { // those whose sockets are all gone
                callers.values().removeIf(other -> other.get() == null);
                tidyAbove = Math.max(TIDY_ABOVE, 2 * callers.size());
            }
        }
        caller.answered(true, ASK_AGAIN_NS);
        return caller;
    }

    private Identity ask(Map<String, String> credential, Duration time) {
        Map<String, String> headers = new LinkedHashMap<>(credential);
        headers.put(WATCHES, "1");
        Answer answer = exchange.ask(new ExchangeLink.Question("GET", WHO, headers, new byte[0]), time);
        return switch (answer.status()) {
            case 200 -> identity(answer).orElseThrow(ExchangeCallers::notKnown);
            case 401, 403 -> throw new HttpError(401, "UNAUTHORIZED", "token: not accepted by the exchange");
            case 429 -> throw HttpError.tooMany("token");
            default -> throw notKnown();
        };
    }

    private static HttpError notKnown() {
        return new HttpError(503, "EXCHANGE_UNREACHABLE", "exchange: did not say whose token or session that is");
    }

    /** Empty if that is no answer of an exchange. */
    private static Optional<Identity> identity(Answer answer) {
        if (!(answer.body() instanceof Answer.Text text)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> who = Json.object(Json.read(text.text().getBytes(StandardCharsets.UTF_8)));
            String role = String.valueOf(who.get("role"));
            if (role.equals(Role.NOBODY.text())) {
                return Optional.of(Identity.NOBODY);
            }
            String id = String.valueOf(who.getOrDefault("tokenId", ""));
            String tokenId = id.matches("[0-9a-f]{12}") ? id : "web";
            String account = String.valueOf(who.getOrDefault("account", ""));
            return Role.of(role).map(known -> new Identity(tokenId, known, account));
        } catch (Json.Malformed other) {
            return Optional.empty();
        }
    }

    /** Whether one more may be asked now. */
    private synchronized boolean mayAsk(long now) {
        if (now - silentUntilNs < 0) {
            return false;
        }
        if (now - secondNs >= SECOND_NS) {
            secondNs = now;
            asksOfSecond = 0;
        }
        return asksOfSecond++ < ASKS_A_SECOND;
    }

    /** It did not answer one: the others of this round would wait as long. */
    private synchronized void silent() {
        silentUntilNs = nanos.getAsLong() + SECOND_NS / 2;
    }

    /** One token or session, for all its sockets. */
    private final class Caller implements BooleanSupplier {
        private final Map<String, String> credential;
        private final Identity identity;
        private volatile boolean holds = true;
        private volatile long askAtNs;

        Caller(Map<String, String> credential, Identity identity) {
            this.credential = credential;
            this.identity = identity;
        }

        void answered(boolean holdsNow, long goodForNs) {
            holds = holdsNow;
            askAtNs = nanos.getAsLong() + goodForNs;
        }

        @Override
        public boolean getAsBoolean() {
            long now = nanos.getAsLong();
            if (!holds || now - askAtNs < 0 || !mayAsk(now)) {
                return holds;
            }
            try {
                answered(ask(credential, IN_BETWEEN).equals(identity), ASK_AGAIN_NS);
            } catch (HttpError refused) {
                boolean gone = refused.answer().status() == 401;
                answered(!gone, NOT_KNOWN_NS);
                if (!gone) {
                    silent();
                }
            }
            return holds;
        }
    }
}
