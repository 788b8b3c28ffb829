package daybook.app.http;

import daybook.app.Json;
import daybook.app.lab.CrashRuns;
import daybook.app.lab.DemoLab;
import daybook.app.lab.LabTables;
import daybook.app.lab.Sandboxes;
import daybook.lab.sandbox.Guard;
import daybook.lab.sandbox.Mode;
import daybook.lab.sandbox.Sandbox;
import daybook.lab.sandbox.SandboxRefused;
import daybook.lab.sandbox.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What the lab page asks: sandboxes, and the crash study. Only there with {@code --demo}. None of it can reach a topic of the venue: a
 * {@link DemoLab} has been given nothing of it.
 */
final class LabRoutes {
    private static final long MOST_SEED = 999_999_999_999_999_999L;
    private static final int RANDOM_TRADES = 10;

    private static final List<Route.BodyField> OPEN = List.of(new Route.BodyField("seed", "integer", false));
    private static final List<Route.BodyField> ACT = List.of(
            new Route.BodyField("action", "string", true),
            new Route.BodyField("symbol", "string", false),
            new Route.BodyField("members", "integer", false),
            new Route.BodyField("consumer", "integer", false),
            new Route.BodyField("guard", "string", false),
            new Route.BodyField("mode", "string", false));
    private static final List<Route.BodyField> STUDY = List.of(
            new Route.BodyField("days", "integer", true),
            new Route.BodyField("crashes", "integer", true),
            new Route.BodyField("seed", "integer", false));

    private final Sandboxes sandboxes;
    private final CrashRuns crashes;
    private final Map<String, Action> actions = actions();

    LabRoutes(DemoLab lab) {
        this.sandboxes = lab.sandboxes();
        this.crashes = lab.crashes();
    }

    List<Route> routes() {
        String sandbox = "/api/v1/lab/sandboxes/{id}";
        String run = "/api/v1/lab/crashes/{id}";
        return List.of(
                post("/api/v1/lab/sandboxes", "A log of one's own to crash consumers on.", OPEN, this::open),
                get(sandbox, "What is to be seen of it.", this::show),
                post(
                        sandbox + "/actions",
                        "Does one step: " + String.join(", ", actions.keySet()) + ".",
                        ACT,
                        this::act),
                post("/api/v1/lab/crashes", "Runs the crash study, one at a time.", STUDY, this::study),
                get("/api/v1/lab/crashes", "The last run, if there was one.", this::studies),
                get(run, "How a run goes, and what it found.", this::showStudy),
                get(run + "/figure.svg", "What it found, drawn.", this::figure),
                new Route("DELETE", run, Access.LOCAL_OR_VIEWER, "Ends a run.", List.of(), List.of(), this::cancel));
    }

    private Answer open(Call call) {
        Fields fields = Fields.of(call.body(), OPEN);
        long seed = fields.has("seed") ? fields.whole("seed", 0, MOST_SEED) : 1;
        String id = sandboxes
                .open(seed)
                .orElseThrow(() -> new HttpError(
                        503, "BUSY", "sandboxes: " + Sandboxes.MOST + " are in use (expected: one that is idle)"));
        return new Answer(201, shown(id), Map.of("Location", "/api/v1/lab/sandboxes/" + id));
    }

    private Answer show(Call call) {
        return Answer.ok(shown(call.path("id")));
    }

    private Answer act(Call call) {
        Sandbox sandbox = sandbox(call.path("id"));
        Fields fields = Fields.of(call.body(), ACT);
        String expected = String.join("|", actions.keySet());
        Action action = actions.get(fields.text("action", expected, expected));
        if (action == null) {
            throw new IllegalStateException("action: none, though its name was accepted");
        }
        try {
            action.on(sandbox, fields);
        } catch (SandboxRefused refused) {
            throw HttpError.refused("REFUSED", String.valueOf(refused.getMessage()));
        }
        return Answer.ok(shown(call.path("id")));
    }

    /** A step. */
    private interface Action {
        void on(Sandbox sandbox, Fields fields);
    }

    private static Map<String, Action> actions() {
        Map<String, Action> actions = new LinkedHashMap<>();
        actions.put("trade", (sandbox, fields) -> sandbox.trade(fields.choice("symbol", Symbol.class)));
        actions.put("random", (sandbox, fields) -> sandbox.tradeAtRandom(RANDOM_TRADES));
        actions.put("consume", (sandbox, fields) -> sandbox.consume());
        actions.put(
                "crash",
                (sandbox, fields) -> sandbox.crash(
                        fields.has("consumer")
                                ? OptionalInt.of((int) fields.whole("consumer", 1, 4))
                                : OptionalInt.empty()));
        actions.put("restart", (sandbox, fields) -> sandbox.restart());
        actions.put("members", (sandbox, fields) -> sandbox.resize((int) fields.whole("members", 1, 4)));
        actions.put("guard", (sandbox, fields) -> sandbox.guard(named(fields, "guard", Guard.values())));
        actions.put("mode", (sandbox, fields) -> sandbox.mode(named(fields, "mode", Mode.values())));
        actions.put("fail-one-send", (sandbox, fields) -> sandbox.failOneSend());
        actions.put("grow", (sandbox, fields) -> sandbox.grow());
        actions.put("second-group", (sandbox, fields) -> sandbox.readAllBySecondGroup());
        actions.put("reset", (sandbox, fields) -> sandbox.reset());
        return actions;
    }

    private static <E extends Enum<E>> E named(Fields fields, String field, E[] constants) {
        List<String> names = List.of(constants).stream().map(LabTables::name).toList();
        String expected = String.join("|", names);
        return constants[names.indexOf(fields.text(field, expected, expected))];
    }

    private Map<String, Object> shown(String id) {
        try {
            return SandboxJson.of(id, sandbox(id).state());
        } catch (SandboxRefused gone) {
            throw noSandbox();
        }
    }

    private Sandbox sandbox(String id) {
        return sandboxes.find(id).orElseThrow(LabRoutes::noSandbox);
    }

    private static HttpError noSandbox() {
        return HttpError.notFound("UNKNOWN_SANDBOX", "sandbox: no such thing; one that is not used is deleted");
    }

    private Answer study(Call call) {
        Fields fields = Fields.of(call.body(), STUDY);
        CrashRuns.Report begun = crashes.start(CrashRuns.plan(
                        (int) fields.whole("days", 1, CrashRuns.MOST_DAYS),
                        (int) fields.whole("crashes", 0, CrashRuns.MOST_CRASHES),
                        fields.has("seed") ? fields.whole("seed", 0, MOST_SEED) : 1))
                .orElseThrow(() -> new HttpError(409, "UNDER_WAY", "crashes: a run is under way (expected: none)"));
        return new Answer(202, report(begun), Map.of("Location", "/api/v1/lab/crashes/" + begun.id()));
    }

    private Answer studies(Call call) {
        return Answer.ok(Json.fields(
                "runs", crashes.last().map(LabRoutes::report).stream().toList()));
    }

    private Answer showStudy(Call call) {
        return Answer.ok(report(crashes.find(id(call)).orElseThrow(LabRoutes::noRun)));
    }

    private Answer figure(Call call) {
        return Answer.text(
                "image/svg+xml",
                crashes.find(id(call)).flatMap(CrashRuns.Report::figure).orElseThrow(LabRoutes::noRun));
    }

    private Answer cancel(Call call) {
        return Answer.ok(report(crashes.cancel(id(call)).orElseThrow(LabRoutes::noRun)));
    }

    private static long id(Call call) {
        String id = call.path("id");
        return id.matches("[0-9]{1,9}") ? Long.parseLong(id) : 0;
    }

    private static HttpError noRun() {
        return HttpError.notFound("UNKNOWN_RUN", "run: no such thing; only the last one is kept");
    }

    private static Map<String, Object> report(CrashRuns.Report run) {
        return Json.fields(
                "id", run.id(),
                "state", run.state().name().toLowerCase(Locale.ROOT),
                "seed", run.plan().seed(),
                "days", run.plan().days(),
                "daysDone", run.daysDone(),
                "message", run.message(),
                "result", run.result().<Object>map(found -> found).orElse(Json.Null.NULL));
    }

    private static Route get(String template, String summary, Route.Handler handler) {
        return Route.get(template, Access.LOCAL_OR_VIEWER, summary, handler);
    }

    private static Route post(String template, String summary, List<Route.BodyField> fields, Route.Handler handler) {
        return new Route("POST", template, Access.LOCAL_OR_VIEWER, summary, List.of(), fields, handler);
    }
}
