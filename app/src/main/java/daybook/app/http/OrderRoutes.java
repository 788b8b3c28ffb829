package daybook.app.http;

import daybook.app.Json;
import daybook.app.reports.Filter;
import daybook.app.reports.Reports;
import daybook.app.security.RateLimits;
import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderEntry;
import daybook.exchange.OrderView;
import daybook.exchange.Reply;
import daybook.exchange.VenueQueries;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Enter, change, cancel and look at orders. */
final class OrderRoutes {
    static final String CLIENT_ORDER_ID = "[A-Za-z0-9_-]{1,36}";
    static final String SYMBOL = "[A-Za-z0-9_][A-Za-z0-9._-]{0,31}";
    private static final int MOST_ORDERS = 1_000;
    private static final int MOST_FILLS = 1_000;
    private static final RateLimits.Limit UNKNOWN_ACCOUNT = new RateLimits.Limit(20, 40);

    private static final List<Route.BodyField> NEW = List.of(
            new Route.BodyField("clientOrderId", "string", true),
            new Route.BodyField("symbol", "string", true),
            new Route.BodyField("side", "BUY|SELL", true),
            new Route.BodyField("type", "LIMIT|MARKET", true),
            new Route.BodyField("timeInForce", "GTC|DAY|IOC|FOK|POST_ONLY", false),
            new Route.BodyField("price", "decimal", false),
            new Route.BodyField("quantity", "decimal", true));
    private static final List<Route.BodyField> CHANGE =
            List.of(new Route.BodyField("price", "decimal", false), new Route.BodyField("quantity", "decimal", false));

    private final OrderEntry orders;
    private final VenueQueries venue;
    private final Listings listings;
    private final Waiting waiting;
    private final RateLimits limits;
    private final Reports reports;

    OrderRoutes(HttpParts parts) {
        this.orders = parts.orders();
        this.venue = parts.venue();
        this.listings = parts.listings();
        this.waiting = parts.waiting();
        this.limits = parts.limits();
        this.reports = parts.reports();
    }

    List<Route> routes() {
        String one = "/api/v1/orders/{orderId}";
        return List.of(
                new Route("POST", "/api/v1/orders", Access.TRADER, "Enter an order.", List.of(), NEW, this::enter),
                Route.get(
                        "/api/v1/orders",
                        Access.TRADER,
                        "Open orders, or the one with a client order id.",
                        this::list,
                        "clientOrderId",
                        "account",
                        "limit"),
                Route.get(one, Access.TRADER, "An order as it stands.", this::show, "account"),
                new Route(
                        "PATCH",
                        one,
                        Access.TRADER,
                        "New price or whole quantity.",
                        List.of("account"),
                        CHANGE,
                        this::amend),
                new Route(
                        "DELETE", one, Access.TRADER, "Cancel an order.", List.of("account"), List.of(), this::cancel));
    }

    private Answer enter(Call call) {
        String account = call.account();
        Command.NewOrder order = newOrder(account, Fields.of(call.body(), NEW));
        Instrument instrument = listings.instrument(order.symbol()).orElseThrow();
        spend(account);
        Reply.Decided reply = waiting.forReply(orders, order);
        for (Event event : reply.events()) {
            if (event instanceof OrderAccepted accepted) {
                return Answer.ok(OrderJson.entered(accepted, reply.events(), instrument));
            }
        }
        if (reply.firstOrderId() > 0) {
            throw repeated(orderAt(reply.firstOrderId()), "clientOrderId: answered before", reply.firstOrderId());
        }
        throw rejectedAs(reply, RejectReason.DUPLICATE_CLIENT_ORDER_ID)
                ? repeated(named(account, order.clientOrderId()), "clientOrderId: used before for another order", 0)
                : rejection(reply, instrument);
    }

    private Command.NewOrder newOrder(String account, Fields fields) {
        String clientOrderId = fields.text("clientOrderId", CLIENT_ORDER_ID, "1 to 36 characters of A-Z a-z 0-9 _ -");
        String symbol = fields.text("symbol", SYMBOL, "1 to 32 characters of A-Z a-z 0-9 . _ -");
        Side side = fields.choice("side", Side.class);
        OrderType type = fields.choice("type", OrderType.class);
        TimeInForce initial = type == OrderType.LIMIT ? TimeInForce.GTC : TimeInForce.IOC;
        TimeInForce timeInForce = fields.has("timeInForce") ? fields.choice("timeInForce", TimeInForce.class) : initial;
        if (fields.has("price") != (type == OrderType.LIMIT)) {
            throw HttpError.malformed("price: " + (fields.has("price") ? "given" : "missing")
                    + " (expected: a price for LIMIT, none for MARKET)");
        }
        String quantity = fields.positiveDecimal("quantity");
        String price = type == OrderType.LIMIT ? fields.positiveDecimal("price") : "0";
        Instrument instrument = listings.instrument(symbol)
                .orElseThrow(() -> HttpError.refused(
                        RejectReason.UNKNOWN_SYMBOL.name(),
                        "symbol: not listed (expected: one of GET /api/v1/symbols)"));
        return new Command.NewOrder(
                account,
                clientOrderId,
                symbol,
                side,
                type,
                timeInForce,
                Units.price(price, instrument),
                Units.quantity(quantity, instrument));
    }

    private Answer amend(Call call) {
        String account = call.account();
        long orderId = call.orderId();
        Fields fields = Fields.of(call.body(), CHANGE);
        if (!fields.has("price") && !fields.has("quantity")) {
            throw HttpError.malformed("price, quantity: both missing (expected: at least one)");
        }
        String price = fields.has("price") ? fields.positiveDecimal("price") : "0";
        String quantity = fields.has("quantity") ? fields.positiveDecimal("quantity") : "0";
        Instrument instrument = instrumentOf(find(account, orderId));
        spend(account);
        return changed(
                account,
                orderId,
                new Command.AmendOrder(
                        account, orderId, Units.price(price, instrument), Units.quantity(quantity, instrument)),
                instrument);
    }

    private Answer cancel(Call call) {
        String account = call.account();
        long orderId = call.orderId();
        Instrument instrument = instrumentOf(find(account, orderId));
        spend(account);
        return changed(account, orderId, new Command.CancelOrder(account, orderId), instrument);
    }

    private Answer changed(String account, long orderId, Command command, Instrument instrument) {
        Reply.Decided reply = waiting.forReply(orders, command);
        boolean rejected = reply.events().stream().anyMatch(e -> e instanceof OrderRejected);
        if (rejected) {
            throw rejection(reply, instrument);
        }
        Map<String, Object> body = OrderJson.standing(find(account, orderId), instrument);
        body.put("seq", reply.events().isEmpty() ? 0L : reply.events().get(0).seq());
        body.put("trades", OrderJson.trades(orderId, reply.events(), instrument));
        return Answer.ok(body);
    }

    private Answer show(Call call) {
        OrderView order = find(call.account(), call.orderId());
        return Answer.ok(OrderJson.standing(order, instrumentOf(order)));
    }

    private Answer list(Call call) {
        String account = call.account();
        Optional<String> clientOrderId = call.query("clientOrderId");
        if (clientOrderId.isPresent()) {
            OrderView order = named(account, clientOrderId.get())
                    .orElseThrow(() ->
                            HttpError.notFound(RejectReason.UNKNOWN_ORDER.name(), "clientOrderId: no such thing"));
            return Answer.ok(OrderJson.standing(order, instrumentOf(order)));
        }
        int limit = call.number("limit", MOST_ORDERS, MOST_ORDERS);
        List<OrderView> open = waiting.forAnswer(venue.query(state -> state.openOrders(account, limit)));
        return Answer.ok(
                open.stream().map(o -> OrderJson.standing(o, instrumentOf(o))).toList());
    }

    /** Somebody else's order is answered exactly like one that does not exist. */
    private OrderView find(String account, long orderId) {
        return orderAt(orderId)
                .filter(order -> order.accountId().equals(account))
                .orElseThrow(() -> HttpError.notFound(RejectReason.UNKNOWN_ORDER.name(), "orderId: no such thing"));
    }

    private Optional<OrderView> orderAt(long orderId) {
        return waiting.forAnswer(venue.query(state -> state.order(orderId)));
    }

    private Optional<OrderView> named(String account, String clientOrderId) {
        return waiting.forAnswer(venue.query(state -> state.order(account, clientOrderId)));
    }

    private Instrument instrumentOf(OrderView order) {
        return listings.instrument(order.symbol()).orElseThrow();
    }

    /**
     * The answer to a client order id that the account has used: with what the first order under it has come to.
     *
     * @param firstOrderId what is known of it if it is remembered no longer; 0 = nothing
     */
    private HttpError repeated(Optional<OrderView> first, String message, long firstOrderId) {
        Map<String, Object> body = first.map(order -> {
                    Map<String, Object> standing = OrderJson.standing(order, instrumentOf(order));
                    standing.put("trades", bookedTrades(order.accountId(), order.orderId(), order.symbol()));
                    return standing;
                })
                .orElseGet(() -> firstOrderId > 0 ? Json.fields("orderId", firstOrderId) : Json.fields());
        return new HttpError(409, RejectReason.DUPLICATE_CLIENT_ORDER_ID.name(), message, body);
    }

    /** What the order has traded as far as it has been booked; the first answer itself is not kept. */
    private List<Map<String, Object>> bookedTrades(String account, long orderId, String symbol) {
        Filter filter = new Filter(Optional.of(account), Optional.of(symbol), MOST_FILLS);
        return reports.fills(filter).stream()
                .filter(fill -> Long.valueOf(orderId).equals(fill.get("orderId")))
                .map(fill -> {
                    Map<String, Object> trade = Json.fields();
                    List.of("seq", "tradeId", "side", "price", "quantity")
                            .forEach(name -> trade.put(name, fill.getOrDefault(name, "")));
                    return trade;
                })
                .toList();
    }

    private static boolean rejectedAs(Reply.Decided reply, RejectReason reason) {
        return reply.events().stream().anyMatch(e -> e instanceof OrderRejected no && no.reason() == reason);
    }

    private static HttpError rejection(Reply.Decided reply, Instrument instrument) {
        for (Event event : reply.events()) {
            if (event instanceof OrderRejected rejected) {
                return Rejections.of(rejected.reason(), instrument);
            }
        }
        throw new IllegalStateException("the exchange decided neither way");
    }

    /** The account's own limit, counted in wall-clock time before the ring, so that a flood is never journaled. */
    private void spend(String account) {
        RateLimits.Limit limit = listings.account(account)
                .filter(a -> a.ordersPerSecond() > 0)
                .map((Account a) -> new RateLimits.Limit(a.ordersPerSecond(), a.burst()))
                .orElse(UNKNOWN_ACCOUNT);
        if (!limits.allows("account " + account, limit)) {
            throw HttpError.tooMany("account");
        }
    }
}
