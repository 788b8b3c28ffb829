package daybook.app.http;

import daybook.app.Json;
import daybook.app.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Health, metrics, version and the API document. */
final class SystemRoutes {
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final ProcessHealth health;
    private final Supplier<String> metrics;

    SystemRoutes(ProcessHealth health, Supplier<String> metrics) {
        this.health = health;
        this.metrics = metrics;
    }

    /** These routes, with the API document of themselves, the files and all the others. */
    List<Route> routes(List<Route> others, StaticFiles files) {
        List<Route> all = new ArrayList<>(others);
        all.addAll(ofEveryProcess());
        List<Route> documented = new ArrayList<>(all);
        Route document = Route.get(
                "/api/openapi.json", Access.ANYONE, "This document.", call -> Answer.ok(OpenApi.of(documented)));
        all.add(document);
        documented.add(document);
        documented.add(files.route());
        return all;
    }

    /** What every process of a venue answers. */
    List<Route> ofEveryProcess() {
        List<Route> all = new ArrayList<>();
        all.add(Route.get(
                "/api/v1/ops/status",
                Access.LOCAL_OR_VIEWER,
                "State of the venue.",
                call -> Answer.ok(health.status())));
        all.add(Route.get(
                "/api/v1/ops/lag",
                Access.LOCAL_OR_VIEWER,
                "How far each group is behind.",
                call -> Answer.ok(health.lag())));
        all.add(Route.get(
                "/api/v1/ops/backbone",
                Access.LOCAL_OR_VIEWER,
                "The whole flow: lines, topics, groups, outbox, leases, verdicts, roles.",
                call -> Answer.ok(health.backbone())));
        all.add(Route.get(
                "/health/live", Access.ANYONE, "The process runs.", call -> Answer.ok(Json.fields("status", "ok"))));
        all.add(Route.get("/health/ready", Access.ANYONE, "It takes orders.", this::ready));
        all.add(Route.get(
                "/metrics",
                Access.LOCAL_OR_VIEWER,
                "Prometheus text.",
                call -> Answer.text(METRICS_TYPE, metrics.get())));
        all.add(Route.get(
                "/api/version",
                Access.ANYONE,
                "Which Daybook this is.",
                call -> Answer.ok(Json.fields("name", "daybook", "version", Version.RELEASE))));
        return all;
    }

    private Answer ready(Call call) {
        Optional<String> reason = health.notReady();
        return reason.isEmpty()
                ? Answer.ok(Json.fields("status", "ok"))
                : new Answer(503, Json.fields("status", "not ready"), Map.of("Retry-After", "1"));
    }
}
