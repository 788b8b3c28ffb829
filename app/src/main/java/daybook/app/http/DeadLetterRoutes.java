package daybook.app.http;

import daybook.app.dlq.DeadLetterBox;
import daybook.app.dlq.LetterRefused;
import daybook.app.security.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dead letters. Every decision is a line of the audit log that names the token; bodies are not in it. */
final class DeadLetterRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");

    private static final List<Route.BodyField> REPAIR =
            List.of(new Route.BodyField("value", "string", true), new Route.BodyField("dryRun", "boolean", false));
    private static final List<Route.BodyField> REPLAY = List.of(new Route.BodyField("dryRun", "boolean", false));
    private static final List<Route.BodyField> DISCARD =
            List.of(new Route.BodyField("reason", "string", true), new Route.BodyField("dryRun", "boolean", false));

    private final DeadLetterBox letters;

    DeadLetterRoutes(HttpParts parts) {
        this.letters = parts.operations().deadLetters();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/dlq", Access.OPERATOR, "Dead letters that wait, or all.", this::list, "all"),
                Route.get("/api/v1/dlq/{id}", Access.OPERATOR, "One dead letter, whole.", this::show),
                post("/api/v1/dlq/{id}/repair", "Store a corrected value beside the original.", REPAIR, this::repair),
                post("/api/v1/dlq/{id}/replay", "Have the service apply it.", REPLAY, this::replay),
                post("/api/v1/dlq/{id}/discard", "Give it up, with a reason.", DISCARD, this::discard));
    }

    private Answer list(Call call) {
        return Answer.ok(letters.list(call.query("all").filter("true"::equals).isPresent()));
    }

    private Answer show(Call call) {
        return answer(() -> letters.show(call.path("id")));
    }

    private Answer repair(Call call) {
        Fields fields = Fields.of(call.body(), REPAIR);
        byte[] body = fields.longText("value").getBytes(StandardCharsets.UTF_8);
        return decided(call, fields, "repaired", order -> letters.repair(call.path("id"), body, order));
    }

    private Answer replay(Call call) {
        Fields fields = Fields.of(call.body(), REPLAY);
        return decided(call, fields, "replayed", order -> letters.replay(call.path("id"), order));
    }

    private Answer discard(Call call) {
        Fields fields = Fields.of(call.body(), DISCARD);
        String reason = fields.text("reason", "(?s).{1,500}", "1 to 500 characters");
        return decided(
                call,
                fields,
                "discarded (" + SafeText.oneLine(reason) + ")",
                order -> letters.discard(call.path("id"), reason, order));
    }

    private interface Decision {
        Map<String, Object> make(DeadLetterBox.Order order);
    }

    private static Answer decided(Call call, Fields fields, String what, Decision decision) {
        boolean dryRun = fields.has("dryRun") && fields.flag("dryRun");
        String token = call.identity().tokenId();
        String id = SafeText.oneLine(call.path("id"));
        try {
            Map<String, Object> letter = decision.make(new DeadLetterBox.Order("token " + token, dryRun));
            if (!dryRun) {
                AUDIT.info("dead letter {} {} by token {}: now {}", id, what, token, letter.get("state"));
            }
            return Answer.ok(letter);
        } catch (LetterRefused refused) {
            AUDIT.info("refused: dead letter {} {} by token {}", id, what, token);
            throw error(refused);
        }
    }

    private static Answer answer(Supplier<Map<String, Object>> question) {
        try {
            return Answer.ok(question.get());
        } catch (LetterRefused refused) {
            throw error(refused);
        }
    }

    private static HttpError error(LetterRefused refused) {
        String message = SafeText.oneLine(String.valueOf(refused.getMessage()));
        return switch (refused.kind()) {
            case NOT_THERE -> HttpError.notFound("UNKNOWN_DEAD_LETTER", message);
            case INVALID -> HttpError.refused("INVALID_VALUE", message);
            case CONFLICT -> new HttpError(409, "REFUSED", message);
            case NO_ANSWER -> new HttpError(503, "NO_ANSWER", message);
        };
    }

    private static Route post(String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route("POST", template, Access.OPERATOR, summary, List.of(), fields, handler);
    }
}
