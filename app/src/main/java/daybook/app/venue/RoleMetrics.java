package daybook.app.venue;

import daybook.delivery.ServiceStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** Figures of the services of a process, for Prometheus. */
final class RoleMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();

    RoleMetrics(Services services) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        gc.bindTo(registry);
        AsideFigures.bind(registry, services::aside);
        services.status().keySet().forEach(name -> {
            count(services, name, "daybook.service.done", ServiceStatus::done);
            count(services, name, "daybook.service.failures", ServiceStatus::failures);
            Gauge.builder(
                            "daybook.service.red",
                            services,
                            s -> of(s, name, status -> status.light() == ServiceStatus.Light.RED ? 1 : 0))
                    .description("1 while it does not get on.")
                    .tag("service", name)
                    .register(registry);
        });
    }

    MeterRegistry registry() {
        return registry;
    }

    /** What {@code /metrics} answers. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }

    private void count(Services services, String name, String meter, ToDoubleFunction<ServiceStatus> value) {
        FunctionCounter.builder(meter, services, s -> of(s, name, value))
                .tag("service", name)
                .register(registry);
    }

    private static double of(Services services, String name, ToDoubleFunction<ServiceStatus> value) {
        ServiceStatus status = services.status().get(name);
        return status == null ? 0 : value.applyAsDouble(status);
    }
}
