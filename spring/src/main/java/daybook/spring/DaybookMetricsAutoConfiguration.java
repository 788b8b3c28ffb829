package daybook.spring;

import daybook.delivery.DatabaseReader;
import daybook.delivery.Outbox;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.QueueSize;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters, where the application has Micrometer. Those of the database ask it when they are read, and are NaN while it is away. */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(ApplicationDatabase.class)
public class DaybookMetricsAutoConfiguration {

    @Bean
    MeterBinder daybookMeters(
            ApplicationDatabase database,
            ObjectProvider<JobQueue> queues,
            ObjectProvider<Broadcaster> broadcaster,
            ObjectProvider<PumpLifecycle> parts) {
        return registry -> {
            outbox(registry, new DatabaseReader(database));
            queues.ifUnique(queue -> {
                jobs(registry, queue, "daybook.jobs.size", QueueSize::size);
                jobs(registry, queue, "daybook.jobs.due", QueueSize::due);
                jobs(registry, queue, "daybook.jobs.in.flight", QueueSize::inFlight);
            });
            broadcaster.ifUnique(sender -> FunctionCounter.builder(
                            "daybook.broadcast.lost",
                            sender,
                            from -> from.counts().lost())
                    .description("messages that did not get to the log")
                    .register(registry));
            parts.orderedStream().forEach(part -> part(registry, part));
        };
    }

    private static void outbox(MeterRegistry registry, DatabaseReader reader) {
        Gauge.builder(
                        "daybook.outbox.waiting",
                        reader,
                        from -> from.read(connection -> new Outbox(InstantSource.system()).waiting(connection)))
                .description("messages that are not sent yet")
                .register(registry);
    }

    private static void jobs(MeterRegistry registry, JobQueue queue, String name, ToLongFunction<QueueSize> which) {
        Gauge.builder(name, queue, from -> which.applyAsLong(from.size()))
                .tag("queue", queue.name())
                .register(registry);
    }

    private static void part(MeterRegistry registry, PumpLifecycle part) {
        Gauge.builder("daybook.light", part, from -> light(from))
                .description("0 green, 1 amber, 2 red")
                .tag("part", part.name())
                .register(registry);
        FunctionCounter.builder("daybook.done", part, from -> from.status().done())
                .tag("part", part.name())
                .register(registry);
        FunctionCounter.builder("daybook.failures", part, from -> from.status().failures())
                .tag("part", part.name())
                .register(registry);
    }

    private static int light(PumpLifecycle part) {
        return switch (part.status().light()) {
            case GREEN -> 0;
            case AMBER -> 1;
            case RED -> 2;
        };
    }
}
