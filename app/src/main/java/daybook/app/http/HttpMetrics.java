package daybook.app.http;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;

/** Counts and times answers by route and status; no path, account or token is ever a label. */
final class HttpMetrics {
    private final MeterRegistry registry;

    HttpMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answered(String route, int status, long tookNs) {
        registry.timer("daybook.http.answers", "route", route, "status", Integer.toString(status))
                .record(tookNs, TimeUnit.NANOSECONDS);
    }
}
