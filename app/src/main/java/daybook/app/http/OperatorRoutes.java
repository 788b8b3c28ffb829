package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.app.security.SafeText;
import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderRejected;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the venue. Every change is a journaled command and a line of the audit log that names the token. */
final class OperatorRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final String ACCOUNT = "[A-Za-z0-9_][A-Za-z0-9._-]{0,31}";
    private static final int MOST_PER_SECOND = 1_000_000;

    private static final List<Route.BodyField> SESSION =
            List.of(new Route.BodyField("state", "CLOSED|AUCTION|OPEN|HALTED", true));
    private static final List<Route.BodyField> SWITCH =
            List.of(new Route.BodyField("engaged", "boolean", true), new Route.BodyField("account", "string", false));
    private static final List<Route.BodyField> ACCOUNTS = List.of(
            new Route.BodyField("account", "string", true),
            new Route.BodyField("enabled", "boolean", false),
            new Route.BodyField("selfTradeMode", "CANCEL_RESTING|CANCEL_INCOMING|CANCEL_BOTH|NONE", false),
            new Route.BodyField("ordersPerSecond", "integer", false),
            new Route.BodyField("burst", "integer", false),
            new Route.BodyField("maxOpenOrders", "integer", false));
    private static final List<Route.BodyField> SYMBOLS = List.of(
            new Route.BodyField("symbol", "string", true),
            new Route.BodyField("priceScale", "integer", false),
            new Route.BodyField("quantityScale", "integer", false),
            new Route.BodyField("moneyScale", "integer", false),
            new Route.BodyField("tick", "decimal", false),
            new Route.BodyField("lot", "decimal", false),
            new Route.BodyField("referencePrice", "decimal", false),
            new Route.BodyField("bandPercent", "integer", false),
            new Route.BodyField("maxQuantity", "decimal", false),
            new Route.BodyField("maxNotional", "decimal", false),
            new Route.BodyField("currency", "string", false));

    private final OrderEntry orders;
    private final Listings listings;
    private final Waiting waiting;

    OperatorRoutes(HttpParts parts) {
        this.orders = parts.orders();
        this.listings = parts.listings();
        this.waiting = parts.waiting();
    }

    List<Route> routes() {
        return List.of(
                post("/api/v1/ops/session", "Move the venue to another state.", SESSION, this::session),
                post("/api/v1/ops/kill-switch", "Stop an account, or the venue.", SWITCH, this::killSwitch),
                Route.get("/api/v1/accounts", Access.OPERATOR, "All accounts.", this::accounts),
                post("/api/v1/accounts", "Add or change an account.", ACCOUNTS, this::changeAccount),
                post("/api/v1/symbols", "Add or change an instrument.", SYMBOLS, this::changeInstrument));
    }

    private Answer session(Call call) {
        SessionState state = Fields.of(call.body(), SESSION).choice("state", SessionState.class);
        return change(call, new Command.SetSession(state), "session " + state);
    }

    private Answer killSwitch(Call call) {
        Fields fields = Fields.of(call.body(), SWITCH);
        boolean engaged = fields.flag("engaged");
        String account = fields.has("account") ? account(fields) : "";
        return change(
                call,
                new Command.ChangeKillSwitch(account, engaged),
                "kill switch " + engaged + " for '" + account + "'");
    }

    private Answer accounts(Call call) {
        return Answer.ok(listings.accounts().stream().map(OperatorRoutes::json).toList());
    }

    private Answer changeAccount(Call call) {
        Fields fields = Fields.of(call.body(), ACCOUNTS);
        String name = account(fields);
        Optional<Account> known = listings.account(name);
        if (known.isEmpty() && fields.has("enabled") && !fields.flag("enabled")) {
            throw HttpError.notFound("account: no such thing"); // a slip of the pen would admit it
        }
        Account now = known.orElse(new Account(name, true, SelfTradeMode.CANCEL_RESTING, 20, 40, 0));
        Account next = new Account(
                name,
                fields.has("enabled") ? fields.flag("enabled") : now.enabled(),
                fields.has("selfTradeMode") ? fields.choice("selfTradeMode", SelfTradeMode.class) : now.selfTradeMode(),
                whole(fields, "ordersPerSecond", now.ordersPerSecond()),
                whole(fields, "burst", now.burst()),
                whole(fields, "maxOpenOrders", now.maxOpenOrders()));
        return change(call, new Command.ChangeAccount(next), "account " + name);
    }

    private Answer changeInstrument(Call call) {
        Fields fields = Fields.of(call.body(), SYMBOLS);
        String symbol = fields.text("symbol", OrderRoutes.SYMBOL, "1 to 32 characters of A-Z a-z 0-9 . _ -");
        Optional<Instrument> now = listings.instrument(symbol);
        int priceScale = (int)
                scale(fields, "priceScale", now.map(Instrument::priceScale).orElse(2), 9);
        int quantityScale = (int) scale(
                fields, "quantityScale", now.map(Instrument::quantityScale).orElse(0), 9);
        int moneyScale = (int)
                scale(fields, "moneyScale", now.map(Instrument::moneyScale).orElse(priceScale + quantityScale), 18);
        Instrument next = new Instrument(
                symbol,
                priceScale,
                quantityScale,
                moneyScale,
                positiveUnits(
                        fields, "tick", priceScale, now.map(Instrument::tick).orElse(1L)),
                positiveUnits(
                        fields, "lot", quantityScale, now.map(Instrument::lot).orElse(1L)),
                units(
                        fields,
                        "referencePrice",
                        priceScale,
                        now.map(Instrument::referencePrice).orElse(0L)),
                (int)
                        (fields.has("bandPercent")
                                ? fields.whole("bandPercent", 0, 1_000)
                                : now.map(Instrument::bandPercent).orElse(0)),
                units(
                        fields,
                        "maxQuantity",
                        quantityScale,
                        now.map(Instrument::maxQuantity).orElse(0L)),
                units(
                        fields,
                        "maxNotional",
                        moneyScale,
                        now.map(Instrument::maxNotional).orElse(0L)),
                fields.has("currency")
                        ? fields.text("currency", "[A-Z]{3,8}", "three to eight capital letters")
                        : now.map(Instrument::currency).orElse("INR"));
        if (now.isEmpty() && next.currency().equals("XXX")) {
            throw HttpError.malformed("currency: XXX is none (expected: what the instrument is paid in)");
        }
        return change(call, new Command.ChangeInstrument(next), "instrument " + symbol);
    }

    private Answer change(Call call, Command command, String what) {
        Reply.Decided reply = waiting.forReply(orders, command);
        listings.forget();
        boolean refused = reply.events().stream().anyMatch(OperatorRoutes::isRefusal);
        AUDIT.info(
                "{} by token {}: {}",
                refused ? "refused" : "done",
                call.identity().tokenId(),
                SafeText.oneLine(what));
        if (refused) {
            throw HttpError.refused("INVALID_SETTING", "body: the change is not possible");
        }
        long seq = reply.events().isEmpty()
                ? 0
                : reply.events().get(reply.events().size() - 1).seq();
        return Answer.ok(Json.fields("seq", seq, "commandSeq", reply.commandSeq()));
    }

    private static boolean isRefusal(Event event) {
        return event instanceof OrderRejected;
    }

    private static String account(Fields fields) {
        return fields.text("account", ACCOUNT, "1 to 32 characters of A-Z a-z 0-9 . _ -");
    }

    private static int whole(Fields fields, String name, int now) {
        return fields.has(name) ? (int) fields.whole(name, 0, MOST_PER_SECOND) : now;
    }

    private static long scale(Fields fields, String name, int now, int max) {
        return fields.has(name) ? fields.whole(name, 0, max) : now;
    }

    private static long positiveUnits(Fields fields, String name, int scale, long now) {
        return fields.has(name) ? units(name, fields.positiveDecimal(name), scale) : now;
    }

    /** A limit: 0 takes it away, as {@code GET /symbols} shows it. */
    private static long units(Fields fields, String name, int scale, long now) {
        return fields.has(name) ? units(name, fields.decimalOrZero(name), scale) : now;
    }

    private static long units(String name, String text, int scale) {
        DecimalText.Parsed parsed = DecimalText.parse(text, scale);
        if (parsed.outcome() != DecimalText.Outcome.EXACT) {
            throw HttpError.malformed(
                    name + ": not accepted (expected: a decimal with at most " + scale + " decimals)");
        }
        return parsed.units();
    }

    private static Map<String, Object> json(Account a) {
        return Json.fields(
                "account", a.accountId(),
                "enabled", a.enabled(),
                "selfTradeMode", a.selfTradeMode().name(),
                "ordersPerSecond", a.ordersPerSecond(),
                "burst", a.burst(),
                "maxOpenOrders", a.maxOpenOrders());
    }

    private static Route post(String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route("POST", template, Access.OPERATOR, summary, List.of(), fields, handler);
    }
}
