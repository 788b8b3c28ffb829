package daybook.app.gateway;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.events.OrderType;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Answer.State;
import daybook.strategies.venue.Venue;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Our exchange over HTTP, in the same process or in another one. A request leaves once; whether it has been carried out is told from the
 * answer's status and from nothing else, and without an answer it is unknown:
 *
 * <ul>
 *   <li>200, and 409 with the order: the exchange has it, as the body says;
 *   <li>400 and 422: it has refused it for good;
 *   <li>429 and 503, nobody listens, 401 and 403: it has not taken it, and it may be sent again;
 *   <li>404 to a question by client order id, with the reason {@code UNKNOWN_ORDER}: there is no such order now;
 *   <li>anything else, a broken connection, a late or cut answer: nobody knows.
 * </ul>
 */
public final class HttpVenue implements Venue {
    private static final String ORDERS = "/api/v1/orders";

    private final VenueTerms terms;
    private final Exchange exchange;
    private final HttpCall call;

    public HttpVenue(VenueTerms terms, Exchange exchange) {
        this.terms = terms;
        this.exchange = exchange;
        this.call = new HttpCall(terms.deadline());
    }

    @Override
    public String name() {
        return terms.name();
    }

    @Override
    public Answer submit(OrderIntent intent) {
        byte[] body = Json.write(order(intent)).getBytes(StandardCharsets.UTF_8);
        HttpCall.Outcome outcome = send(
                intent,
                ORDERS,
                request -> request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
        return switch (outcome.kind()) {
            case NOT_SENT -> new Answer.NotSent(outcome.why());
            case SILENT -> new Answer.NoAnswer(outcome.why());
            case ANSWERED ->
                switch (outcome.status()) {
                    case 200, 409 -> known(intent, outcome);
                    case 400, 422 -> new Answer.Known("", State.REJECTED, 0, reason(outcome));
                    case 401, 403, 429, 503 -> new Answer.NotSent(said(outcome));
                    default -> new Answer.NoAnswer(said(outcome));
                };
        };
    }

    @Override
    public Answer find(OrderIntent intent) {
        HttpCall.Outcome outcome =
                send(intent, ORDERS + "?clientOrderId=" + intent.clientOrderId(), HttpRequest.Builder::GET);
        return switch (outcome.kind()) {
            case NOT_SENT -> new Answer.NotSent(outcome.why());
            case SILENT -> new Answer.NoAnswer(outcome.why());
            case ANSWERED -> {
                if (outcome.status() == 200) {
                    yield known(intent, outcome);
                }
                // A path that is not there is 404, too.
                boolean absent = outcome.status() == 404 && reason(outcome).equals("UNKNOWN_ORDER");
                yield absent ? new Answer.NoSuchOrder() : new Answer.NoAnswer(said(outcome));
            }
        };
    }

    @Override
    public Answer cancel(OrderIntent intent) {
        Answer found = find(intent);
        if (!(found instanceof Answer.Known known)
                || (known.state() != State.OPEN && known.state() != State.PARTIALLY_FILLED)) {
            return found;
        }
        HttpCall.Outcome outcome = send(intent, ORDERS + "/" + known.venueOrderId(), HttpRequest.Builder::DELETE);
        return switch (outcome.kind()) {
            case NOT_SENT -> new Answer.NotSent(outcome.why());
            case SILENT -> new Answer.NoAnswer(outcome.why());
            // Cancelled, or it had ended by itself: the next question says which.
            case ANSWERED -> outcome.status() == 200 ? known(intent, outcome) : find(intent);
        };
    }

    @Override
    public long settleMs() {
        return terms.settle().toMillis();
    }

    @Override
    public long remembersMs() {
        return terms.remembers().toMillis();
    }

    @Override
    public void close() {
        call.close();
    }

    private HttpCall.Outcome send(OrderIntent intent, String path, HttpCall.Method method) {
        Optional<String> address = exchange.address();
        Optional<String> token = exchange.token(intent.account().account());
        if (address.isEmpty()) {
            return HttpCall.Outcome.notSent("nobody knows where the exchange is");
        }
        if (token.isEmpty()) {
            return HttpCall.Outcome.notSent(
                    "account " + intent.account().account() + ": no token (expected: one with the role trader)");
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.get() + path))
                .header("Authorization", "Bearer " + token.get());
        return call.send(method.of(request).build());
    }

    private static Map<String, Object> order(OrderIntent intent) {
        OrderIntent.Terms order = intent.terms();
        Map<String, Object> body = Json.fields(
                "clientOrderId", intent.clientOrderId(),
                "symbol", intent.symbol(),
                "side", order.side().name(),
                "type", order.type().name(),
                "timeInForce", order.timeInForce().name());
        if (order.type() == OrderType.LIMIT) {
            body.put("price", DecimalText.format(order.price(), order.scales().price()));
        }
        body.put("quantity", DecimalText.format(order.quantity(), order.scales().quantity()));
        return body;
    }

    /** The order in an answer; without one, nobody knows. */
    private static Answer known(OrderIntent intent, HttpCall.Outcome outcome) {
        Map<String, Object> body = outcome.body();
        String of = text(body, "clientOrderId");
        if (!of.isEmpty() && !of.equals(intent.clientOrderId())) {
            return new Answer.NoAnswer("an answer to another question: " + of);
        }
        Optional<State> state = state(text(body, "status"));
        String orderId = text(body, "orderId");
        String filled = text(body, "filledQuantity");
        boolean readable = !orderId.isEmpty()
                && DecimalText.parse(filled, DecimalText.MAX_DIGITS).outcome() != DecimalText.Outcome.MALFORMED;
        if (state.isEmpty() || !readable) {
            return new Answer.NoAnswer(said(outcome) + " without the order");
        }
        long units =
                Scaled.whole(new BigDecimal(filled), intent.terms().scales().quantity());
        return new Answer.Known(orderId, state.get(), units, "");
    }

    private static Optional<State> state(String status) {
        for (State state : State.values()) {
            if (state.name().equals(status) && state != State.REJECTED) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    private static String reason(HttpCall.Outcome outcome) {
        String reason = text(outcome.body(), "reason");
        return reason.isEmpty() ? said(outcome) : reason;
    }

    private static String said(HttpCall.Outcome outcome) {
        String message = text(outcome.body(), "message");
        return "HTTP " + outcome.status() + (message.isEmpty() ? "" : ": " + message);
    }

    private static String text(Map<String, Object> body, String name) {
        Object value = body.getOrDefault(name, "");
        return value instanceof Json.Numeral number ? number.text() : String.valueOf(value);
    }
}
