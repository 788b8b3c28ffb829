package daybook.app.http;

import daybook.app.Json;
import daybook.app.security.Role;
import daybook.app.security.SafeText;
import daybook.app.security.TokenStore;
import daybook.log.LogException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the command line asks of a running venue, because the venue holds the files: tokens, records, offsets, purges. */
final class ToolRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9._-]{0,199}";

    private static final List<Route.BodyField> TOKEN = List.of(
            new Route.BodyField("role", "viewer|trader|operator", true),
            new Route.BodyField("account", "string", false),
            new Route.BodyField("expires", "RFC 3339 time", false));
    private static final List<Route.BodyField> RECORD = List.of(
            new Route.BodyField("key", "string", true),
            new Route.BodyField("value", "string", true),
            new Route.BodyField("partition", "integer", false),
            new Route.BodyField("force", "boolean", false));
    private static final List<Route.BodyField> OFFSET = List.of(
            new Route.BodyField("topic", "string", true),
            new Route.BodyField("partition", "integer", true),
            new Route.BodyField("offset", "integer", true));
    private static final List<Route.BodyField> PURGE = List.of(
            new Route.BodyField("store", "outbox|inbox", true), new Route.BodyField("dryRun", "boolean", false));

    private static final List<Route.BodyField> REBUILD = List.of(new Route.BodyField("fromSnapshot", "boolean", false));

    private final TokenStore tokens;
    private final Operations operations;
    private final Listings listings;

    ToolRoutes(HttpParts parts) {
        this.listings = parts.listings();
        this.tokens = parts.tokens();
        this.operations = parts.operations();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/tokens", Access.OPERATOR, "All tokens, without their secrets.", this::list),
                post("/api/v1/tokens", "Make a token; its secret is shown once.", TOKEN, this::create),
                new Route(
                        "DELETE",
                        "/api/v1/tokens/{id}",
                        Access.OPERATOR,
                        "End a token.",
                        List.of(),
                        List.of(),
                        this::revoke),
                post("/api/v1/topics/{topic}/records", "Write one record.", RECORD, this::produce),
                post("/api/v1/groups/{group}/offset", "Set a group's next offset.", OFFSET, this::resetOffset),
                post(
                        "/api/v1/ops/services/{service}/rebuild",
                        "Build a service's tables again.",
                        REBUILD,
                        this::rebuild),
                Route.get(
                        "/api/v1/ops/services/{service}/rebuild",
                        Access.OPERATOR,
                        "How building them again goes.",
                        this::rebuilding),
                post("/api/v1/ops/purge", "Delete rows that every reader is done with.", PURGE, this::purge));
    }

    private Answer list(Call call) {
        return Answer.ok(tokens.list().stream().map(ToolRoutes::json).toList());
    }

    private Answer create(Call call) {
        Fields fields = Fields.of(call.body(), TOKEN);
        Role role = Role.of(fields.text("role"))
                .orElseThrow(() -> HttpError.malformed("role: not accepted (expected: viewer|trader|operator)"));
        String account =
                fields.has("account") ? fields.text("account", "[A-Za-z0-9_][A-Za-z0-9._-]{0,31}", "an account") : "";
        if (role == Role.TRADER && account.isEmpty()) {
            throw HttpError.malformed("account: missing (expected: the account that the trader trades for)");
        }
        if (!account.isEmpty() && listings.account(account).isEmpty()) {
            throw HttpError.notFound(
                    "UNKNOWN_ACCOUNT",
                    "account: " + account + " is not there (expected: one of account list; account enable admits one)");
        }
        TokenStore.Issued issued = tokens.create(role, account, expiry(fields));
        AUDIT.info(
                "token {} made by token {}",
                issued.entry().id(),
                call.identity().tokenId());
        Map<String, Object> body = json(issued.entry());
        body.put("token", issued.secret());
        return Answer.ok(body);
    }

    private Answer revoke(Call call) {
        if (!tokens.revoke(call.path("id"))) {
            throw HttpError.notFound("id: no such thing");
        }
        AUDIT.info(
                "token {} revoked by token {}",
                SafeText.oneLine(call.path("id")),
                call.identity().tokenId());
        return Answer.ok(Json.fields("revoked", call.path("id")));
    }

    private Answer produce(Call call) {
        Fields fields = Fields.of(call.body(), RECORD);
        Optional<Integer> partition =
                fields.has("partition") ? Optional.of((int) fields.whole("partition", 0, 999)) : Optional.empty();
        String topic = name("topic", call.path("topic"));
        partition.ifPresentOrElse(p -> requirePartition(topic, p), () -> requirePartition(topic, 0));
        if (operations.isPublishers(topic) && !(fields.has("force") && fields.flag("force"))) {
            throw HttpError.refused(
                    "TOPIC_OF_THE_PUBLISHER",
                    topic + ": only the publisher writes it, from the journal (expected: another topic, or force)");
        }
        AUDIT.info("record written to {} by token {}", topic, call.identity().tokenId());
        return Answer.ok(operations.produce(topic, fields.text("key"), fields.text("value"), partition));
    }

    private Answer resetOffset(Call call) {
        Fields fields = Fields.of(call.body(), OFFSET);
        String group = name("group", call.path("group"));
        String topic = name("topic", fields.text("topic"));
        int partition = (int) fields.whole("partition", 0, 999);
        requirePartition(topic, partition);
        Operations.Range range = operations.offsets(topic, partition);
        long offset = fields.whole("offset", range.from(), range.to());
        try {
            operations.resetOffset(group, topic, partition, offset);
        } catch (LogException refused) {
            throw new HttpError(409, "REFUSED", String.valueOf(refused.getMessage()));
        }
        AUDIT.info(
                "group {} set to {}-{} {} by token {}",
                group,
                topic,
                partition,
                offset,
                call.identity().tokenId());
        return Answer.ok(Json.fields("group", group, "topic", topic, "partition", partition, "committed", offset));
    }

    private Answer rebuild(Call call) {
        String service = name("service", call.path("service"));
        Fields fields = Fields.of(call.body(), REBUILD);
        rebuilding(call);
        if (!operations.rebuild(service, fields.has("fromSnapshot") && fields.flag("fromSnapshot"))) {
            throw new HttpError(409, "UNDER_WAY", service + ": is being built again already");
        }
        AUDIT.info("{} is built again by token {}", service, call.identity().tokenId());
        return rebuilding(call);
    }

    private Answer rebuilding(Call call) {
        return Answer.ok(operations
                .rebuilding(name("service", call.path("service")))
                .orElseThrow(() -> HttpError.notFound(
                        "UNKNOWN_SERVICE",
                        "service: no such service here that can be built again (expected: ledger)")));
    }

    private Answer purge(Call call) {
        Fields fields = Fields.of(call.body(), PURGE);
        String store = fields.text("store", "outbox|inbox", "outbox|inbox");
        Map<String, Object> purged = operations.purge(store, fields.has("dryRun") && fields.flag("dryRun"));
        AUDIT.info("{} purged by token {}: {}", store, call.identity().tokenId(), purged);
        return Answer.ok(purged);
    }

    private void requirePartition(String topic, int partition) {
        int partitions = operations
                .partitions(topic)
                .orElseThrow(() -> HttpError.notFound("UNKNOWN_TOPIC", "topic: no such thing"));
        if (partition >= partitions) {
            throw HttpError.malformed(
                    "partition: " + partition + " (expected: 0.." + (partitions - 1) + " of " + topic + ")");
        }
    }

    private static Optional<Instant> expiry(Fields fields) {
        if (!fields.has("expires")) {
            return Optional.empty();
        }
        try {
            Instant expires = Instant.parse(fields.text("expires"));
            if (!expires.isAfter(Instant.now())) {
                throw HttpError.malformed("expires: over already (expected: a time to come)");
            }
            return Optional.of(expires);
        } catch (DateTimeParseException malformed) {
            throw HttpError.malformed("expires: not accepted (expected: a time like 2026-12-31T00:00:00Z)");
        }
    }

    private static String name(String what, String text) {
        if (!text.matches(NAME)) {
            throw HttpError.notFound(what + ": no such thing");
        }
        return text;
    }

    private static Map<String, Object> json(TokenStore.Entry entry) {
        return Json.fields(
                "id", entry.id(),
                "role", entry.role(),
                "account", entry.account(),
                "created", entry.created(),
                "expires", entry.expires());
    }

    private static Route post(String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route("POST", template, Access.OPERATOR, summary, List.of(), fields, handler);
    }
}
