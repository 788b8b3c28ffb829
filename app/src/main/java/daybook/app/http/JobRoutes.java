package daybook.app.http;

import daybook.app.Json;
import daybook.app.config.Durations;
import daybook.app.jobs.JobDesk;
import daybook.app.jobs.JobsRefused;
import daybook.app.security.SafeText;
import daybook.delivery.jobs.NewJob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queues of jobs, what has failed, and what has become of attempts. Every change is a line of the audit log that names the token. */
final class JobRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final Access EVERYBODY = Access.LOCAL_OR_VIEWER;
    private static final String QUEUE = "/api/v1/jobs/{queue}";
    private static final String FAILED = QUEUE + "/failed/{id}";
    private static final String NAME = "[A-Za-z0-9._-]{1,100}";
    private static final int MOST = 1_000;

    private static final List<Route.BodyField> JOB = List.of(
            new Route.BodyField("name", "string", true),
            new Route.BodyField("payload", "string", true),
            new Route.BodyField("delay", "duration", false),
            new Route.BodyField("unique", "string", false),
            new Route.BodyField("priority", "integer", false));
    private static final List<Route.BodyField> REPAIR = List.of(new Route.BodyField("payload", "string", true));

    private final JobDesk desk;

    JobRoutes(JobDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/api/v1/jobs",
                        EVERYBODY,
                        "Queues with what is in them, what runs with its progress, and what the clock will push.",
                        call -> Answer.ok(answer(desk::overview))),
                Route.get(
                        QUEUE,
                        EVERYBODY,
                        "What is in a queue.",
                        call -> Answer.ok(answer(() -> desk.size(queue(call))))),
                Route.get(
                        QUEUE + "/failed",
                        EVERYBODY,
                        "Jobs of a queue that were given up, newest first.",
                        call -> Answer.ok(answer(() -> desk.failed(queue(call), call.number("limit", 100, MOST)))),
                        "limit"),
                Route.get(
                        "/api/v1/job-history",
                        EVERYBODY,
                        "What has become of attempts, newest first; of one job, all that is known.",
                        this::history,
                        "limit",
                        "job"),
                operator(QUEUE, "Put a job in.", JOB, this::push),
                operator(QUEUE + "/clear", "Give up all that wait, without running them.", List.of(), this::clear),
                operator(FAILED + "/retry", "Put a failed job in again.", List.of(), this::retry),
                operator(
                        FAILED + "/repair",
                        "Put a failed job in again with another payload, under its id.",
                        REPAIR,
                        this::repair),
                operator(FAILED + "/discard", "Forget a failed job.", List.of(), this::discard));
    }

    private Answer history(Call call) {
        Optional<String> job = call.query("job");
        return Answer.ok(answer(() -> desk.history(job, call.number("limit", 100, MOST))));
    }

    private Answer push(Call call) {
        Fields fields = Fields.of(call.body(), JOB);
        NewJob job = job(fields);
        String queue = queue(call);
        Map<String, Object> pushed =
                changed(call, "job " + job.name() + " into queue " + queue, () -> desk.push(queue, job));
        return new Answer(201, pushed, Map.of());
    }

    private static NewJob job(Fields fields) {
        String name = fields.text("name", NAME, "1 to 100 letters, digits, '.', '_' or '-'");
        String payload = payload(fields);
        Duration delay = Duration.ZERO;
        if (fields.has("delay")) {
            delay = Durations.parse(fields.text("delay"))
                    .filter(d -> d.compareTo(Duration.ofDays(366)) <= 0)
                    .orElseThrow(() ->
                            HttpError.malformed("delay: not accepted (expected: a duration like 30s, up to 366d)"));
        }
        Optional<String> unique = fields.has("unique")
                ? Optional.of(fields.text("unique", "\\P{Cntrl}{1,200}", "1 to 200 characters"))
                : Optional.empty();
        int priority = fields.has("priority") ? (int) fields.whole("priority", -1_000, 1_000) : 0;
        return new NewJob(name, payload, delay, unique, priority);
    }

    private static String payload(Fields fields) {
        String payload = fields.longText("payload");
        try {
            Json.read(payload.getBytes(StandardCharsets.UTF_8));
            return payload;
        } catch (Json.Malformed other) {
            throw HttpError.malformed("payload: not accepted (expected: JSON)");
        }
    }

    private Answer clear(Call call) {
        String queue = queue(call);
        return Answer.ok(changed(call, "queue " + queue + " cleared", () -> desk.clear(queue, by(call))));
    }

    private Answer retry(Call call) {
        String queue = queue(call);
        String id = id(call);
        return Answer.ok(
                changed(call, "job " + id + " of " + queue + " put in again", () -> desk.retry(queue, id, by(call))));
    }

    private Answer repair(Call call) {
        String queue = queue(call);
        String id = id(call);
        String payload = payload(Fields.of(call.body(), REPAIR));
        return Answer.ok(changed(
                call, "job " + id + " of " + queue + " repaired", () -> desk.repair(queue, id, payload, by(call))));
    }

    private Answer discard(Call call) {
        String queue = queue(call);
        String id = id(call);
        return Answer.ok(
                changed(call, "job " + id + " of " + queue + " discarded", () -> desk.discard(queue, id, by(call))));
    }

    /** A name that cannot exist does not exist. */
    private static String queue(Call call) {
        if (!call.path("queue").matches(NAME)) {
            throw HttpError.notFound("UNKNOWN_QUEUE", "queue: no such thing");
        }
        return call.path("queue");
    }

    private static String id(Call call) {
        if (!call.path("id").matches("\\P{Cntrl}{1,200}")) {
            throw HttpError.notFound("UNKNOWN_JOB", "id: no such thing");
        }
        return call.path("id");
    }

    private static String by(Call call) {
        return "token " + call.identity().tokenId();
    }

    private static Map<String, Object> changed(Call call, String what, Supplier<Map<String, Object>> change) {
        String token = call.identity().tokenId();
        try {
            Map<String, Object> done = change.get();
            AUDIT.info("done by token {}: {}", token, SafeText.oneLine(what));
            return done;
        } catch (JobsRefused refused) {
            AUDIT.info("refused by token {}: {}", token, SafeText.oneLine(what));
            throw error(refused);
        }
    }

    private static Object answer(Supplier<?> question) {
        try {
            return question.get();
        } catch (JobsRefused refused) {
            throw error(refused);
        }
    }

    private static HttpError error(JobsRefused refused) {
        String message = SafeText.visible(String.valueOf(refused.getMessage()));
        return switch (refused.kind()) {
            case NOT_THERE -> HttpError.notFound("UNKNOWN_JOB", message);
            case INVALID -> HttpError.refused("INVALID_JOB", message);
            case CONFLICT -> new HttpError(409, "REFUSED", message);
            case AWAY -> new HttpError(503, "AWAY", message);
        };
    }

    private static Route operator(
            String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route("POST", template, Access.OPERATOR, summary, List.of(), fields, handler);
    }
}
