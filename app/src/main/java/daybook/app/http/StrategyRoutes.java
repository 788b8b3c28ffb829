package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.SafeText;
import daybook.app.strategies.StrategyDesk;
import daybook.app.strategies.StrategyRefused;
import daybook.app.strategies.Wanted;
import daybook.strategies.OrderUpdate;
import daybook.strategies.cutover.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strategies, where they are evaluated, and what they order. Every change is a line of the audit log that names the token. */
final class StrategyRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final Access EVERYBODY = Access.LOCAL_OR_VIEWER;
    private static final int MOST = 1_000;
    private static final String UUID_FORM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private static final List<Route.BodyField> STRATEGY = List.of(
            new Route.BodyField("kind", "string", true),
            new Route.BodyField("parameters", "integers by name", false),
            new Route.BodyField("account", "string", true),
            new Route.BodyField("series", "strings", true));
    private static final List<Route.BodyField> CUTOVER = List.of(new Route.BodyField("percent", "integer", true));
    private static final String ENDS = "FILLED|CANCELLED|REJECTED|FAILED";
    private static final List<Route.BodyField> SETTLE =
            List.of(new Route.BodyField("status", ENDS, true), new Route.BodyField("filledQuantity", "decimal", false));
    private static final List<String> STATUSES = List.of("running", "stopped", "failed");

    private final StrategyDesk desk;

    StrategyRoutes(StrategyDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/api/v1/strategies",
                        EVERYBODY,
                        "Strategies by id, a page at a time, with their lag and their last bar.",
                        this::list,
                        "limit",
                        "after",
                        "status",
                        "shard"),
                Route.get(
                        "/api/v1/strategies/{id}",
                        EVERYBODY,
                        "One strategy, with its latest intents.",
                        call -> answer(() -> desk.show(id(call)))),
                operator("POST", "/api/v1/strategies", "Add a strategy, stopped.", STRATEGY, this::add),
                operator(
                        "POST",
                        "/api/v1/strategies/{id}/start",
                        "Let it listen from the next bar on.",
                        List.of(),
                        this::start),
                operator(
                        "POST",
                        "/api/v1/strategies/{id}/stop",
                        "Let it listen no more after the last recorded bar.",
                        List.of(),
                        this::stop),
                Route.get(
                        "/api/v1/cutover",
                        EVERYBODY,
                        "Which path evaluates each shard, who owns it, how far behind it is.",
                        call -> answer(desk::cutover)),
                operator(
                        "PUT",
                        "/api/v1/cutover",
                        "Begin to move shards so that this percentage of them is on the log.",
                        CUTOVER,
                        this::cutover),
                Route.get(
                        "/api/v1/intents",
                        EVERYBODY,
                        "What strategies want to be ordered and what has become of it, newest first.",
                        this::intents,
                        "status",
                        "strategy",
                        "limit"),
                operator(
                        "POST",
                        "/api/v1/intents/{intentId}/cancel",
                        "Ask the order-gateway to cancel its order.",
                        List.of(),
                        this::cancel),
                operator(
                        "POST",
                        "/api/v1/intents/{intentId}/settle",
                        "Say what became of an order of unknown fate, after its venue was asked in person.",
                        SETTLE,
                        this::settle));
    }

    private Answer list(Call call) {
        String status = call.query("status").orElse("");
        if (!status.isEmpty() && !STATUSES.contains(status)) {
            throw HttpError.malformed("status: not accepted (expected: " + String.join("|", STATUSES) + ")");
        }
        int shard = (int) wholeOr(call, "shard", -1);
        long after = wholeOr(call, "after", 0);
        int limit = call.number("limit", 200, MOST);
        return answer(() -> desk.list(after, limit, new StrategyDesk.Filter(status, shard)));
    }

    private Answer add(Call call) {
        Fields fields = Fields.of(call.body(), STRATEGY);
        Wanted wanted = new Wanted(
                fields.text("kind"), fields.wholeNumbers("parameters"), fields.text("account"), fields.texts("series"));
        Map<String, Object> added = changed(call, "strategy of kind " + wanted.kind(), () -> desk.add(wanted));
        return new Answer(201, added, Map.of("Location", "/api/v1/strategies/" + added.get("id")));
    }

    private Answer start(Call call) {
        return Answer.ok(changed(call, "start of strategy " + call.path("id"), () -> desk.start(id(call))));
    }

    private Answer stop(Call call) {
        return Answer.ok(changed(call, "stop of strategy " + call.path("id"), () -> desk.stop(id(call))));
    }

    private Answer cutover(Call call) {
        int percent = (int) Fields.of(call.body(), CUTOVER).whole("percent", 0, 100);
        return Answer.ok(changed(call, "cutover to " + percent + " %", () -> {
            Move move = desk.move(percent);
            if (move instanceof Move.Draining draining) {
                throw new HttpError(
                        409,
                        "DRAINING",
                        "cutover: the move to " + draining.percent() + " % is not over (expected: all shards drained)",
                        Json.fields("percent", draining.percent(), "draining", draining.shards()));
            }
            return desk.cutover();
        }));
    }

    private Answer intents(Call call) {
        String status = call.query("status").orElse("");
        List<String> known = new ArrayList<>(List.of(StrategyDesk.WAITING));
        for (OrderUpdate.Status each : OrderUpdate.Status.values()) {
            known.add(each.name());
        }
        if (!status.isEmpty() && !known.contains(status)) {
            throw HttpError.malformed("status: not accepted (expected: " + String.join("|", known) + ")");
        }
        long strategy = wholeOr(call, "strategy", 0);
        int limit = call.number("limit", 100, MOST);
        return Answer.ok(desk.intents(status, strategy, limit));
    }

    private Answer cancel(Call call) {
        UUID intent = intent(call);
        return Answer.ok(changed(call, "cancel of intent " + intent, () -> {
            desk.cancel(intent, by(call));
            return Json.fields("intentId", intent, "asked", true);
        }));
    }

    private Answer settle(Call call) {
        UUID intent = intent(call);
        Fields fields = Fields.of(call.body(), SETTLE);
        String status = fields.text("status", ENDS, ENDS);
        String filled = fields.has("filledQuantity") ? fields.decimalOrZero("filledQuantity") : "0";
        return Answer.ok(changed(call, "intent " + intent + " settled as " + status + ", filled " + filled, () -> {
            desk.settle(intent, OrderUpdate.Status.valueOf(status), filled, by(call));
            return Json.fields("intentId", intent, "status", status, "filledQuantity", filled);
        }));
    }

    /** An id that cannot exist does not exist. */
    private static UUID intent(Call call) {
        String text = call.path("intentId");
        if (!text.matches(UUID_FORM)) {
            throw HttpError.notFound("UNKNOWN_INTENT", "intentId: no such thing");
        }
        return UUID.fromString(text);
    }

    private static String by(Call call) {
        return "token " + call.identity().tokenId();
    }

    private static long wholeOr(Call call, String name, long otherwise) {
        String text = call.query(name).orElse("");
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw HttpError.malformed(name + ": not accepted (expected: a whole number)");
        }
        return Long.parseLong(text);
    }

    /** An id that cannot exist does not exist. */
    private static long id(Call call) {
        if (!call.path("id").matches("[1-9][0-9]{0,17}")) {
            throw HttpError.notFound("UNKNOWN_STRATEGY", "strategy: no such thing");
        }
        return Long.parseLong(call.path("id"));
    }

    private static Map<String, Object> changed(Call call, String what, Supplier<Map<String, Object>> change) {
        String token = call.identity().tokenId();
        try {
            Map<String, Object> done = change.get();
            AUDIT.info("done by token {}: {}", token, SafeText.oneLine(what));
            return done;
        } catch (StrategyRefused refused) {
            AUDIT.info("refused by token {}: {}", token, SafeText.oneLine(what));
            throw error(refused);
        } catch (HttpError refused) {
            AUDIT.info("refused by token {}: {}", token, SafeText.oneLine(what));
            throw refused;
        }
    }

    private static Answer answer(Supplier<Map<String, Object>> question) {
        try {
            return Answer.ok(question.get());
        } catch (StrategyRefused refused) {
            throw error(refused);
        }
    }

    private static HttpError error(StrategyRefused refused) {
        String message = SafeText.visible(String.valueOf(refused.getMessage()));
        return switch (refused.kind()) {
            case NOT_THERE -> HttpError.notFound(message);
            case INVALID -> HttpError.refused("INVALID_STRATEGY", message);
            case CONFLICT -> new HttpError(409, "REFUSED", message);
        };
    }

    private static Route operator(
            String method, String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route(method, template, Access.OPERATOR, summary, List.of(), fields, handler);
    }
}
