package daybook.app.venue;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** What services have not applied, as figures. */
final class AsideFigures {
    private AsideFigures() {}

    /** For a status: how many dead letters wait and how old the oldest is, and how many records are held. */
    static Map<String, Object> of(Map<String, ServiceVoice.Aside> services, long nowMs) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put(
                "deadLetters",
                services.values().stream().mapToLong(s -> s.letters().count()).sum());
        OptionalLong oldest = services.values().stream()
                .flatMapToLong(s -> s.letters().oldestMs().stream())
                .min();
        oldest.ifPresent(ms -> figures.put("oldestDeadLetterAgeMs", Math.max(0, nowMs - ms)));
        figures.put(
                "heldRecords",
                services.values().stream().mapToLong(s -> s.held().count()).sum());
        return figures;
    }

    /** For Prometheus, by service. */
    static void bind(MeterRegistry registry, Supplier<Map<String, ServiceVoice.Aside>> services) {
        for (String name : services.get().keySet()) {
            Supplier<ServiceVoice.Aside> one = () -> services.get().getOrDefault(name, ServiceVoice.Aside.NONE);
            Gauge.builder("daybook.dlq.waiting", () -> one.get().letters().count())
                    .description("Dead letters that wait for a decision.")
                    .tag("service", name)
                    .register(registry);
            Gauge.builder("daybook.dlq.oldest.seconds", () -> ageSeconds(one.get()))
                    .description("Age of the oldest of them.")
                    .tag("service", name)
                    .register(registry);
            Gauge.builder("daybook.held.records", () -> one.get().held().count())
                    .description("Records that wait with their key.")
                    .tag("service", name)
                    .register(registry);
        }
    }

    private static double ageSeconds(ServiceVoice.Aside aside) {
        OptionalLong oldest = aside.letters().oldestMs();
        return oldest.isPresent() ? Math.max(0, System.currentTimeMillis() - oldest.getAsLong()) / 1_000.0 : 0;
    }
}
