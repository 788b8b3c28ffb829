package daybook.app.venue;

import daybook.exchange.pipeline.Exchange;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** Figures for Prometheus. Nothing about any account is a label. */
final class VenueMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final Exchange exchange;
    private final Downstream downstream;

    VenueMetrics(Exchange exchange, Downstream downstream) {
        this.exchange = exchange;
        this.downstream = downstream;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        gc.bindTo(registry);
        AsideFigures.bind(registry, downstream::aside);
        count("daybook.commands", "Commands journaled.", e -> e.counters().commands());
        count("daybook.orders.accepted", "Orders taken in.", e -> e.counters().accepted());
        count(
                "daybook.commands.rejected",
                "Commands refused by a rule.",
                e -> e.counters().rejected());
        count("daybook.trades", "Trades.", e -> e.counters().trades());
        count("daybook.events", "Events journaled.", e -> e.counters().events());
        count(
                "daybook.journal.forces",
                "Forces that made them durable.",
                e -> e.counters().batches());
        count(
                "daybook.busy",
                "Submissions that met a full ring.",
                e -> e.counters().busy());
        Gauge.builder("daybook.durable.seq", exchange, Exchange::durableSeq)
                .description("Highest event that survives a crash.")
                .register(registry);
        gauge(
                "daybook.published.seq",
                "Highest event that the log has with all below it.",
                d -> d.publisherStatus().publishedSeq());
        gauge(
                "daybook.publisher.lag",
                "Durable events not yet published.",
                d -> d.publisherStatus().lag());
        gauge(
                "daybook.publisher.connected",
                "1 while the log answers.",
                d -> d.publisherStatus().connected() ? 1 : 0);
        gauge(
                "daybook.publisher.errors",
                "Failed sends and connects.",
                d -> d.publisherStatus().errors());
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

    private void count(String name, String about, ToDoubleFunction<Exchange> value) {
        FunctionCounter.builder(name, exchange, value).description(about).register(registry);
    }

    private void gauge(String name, String about, ToDoubleFunction<Downstream> value) {
        Gauge.builder(name, downstream, value).description(about).register(registry);
    }
}
