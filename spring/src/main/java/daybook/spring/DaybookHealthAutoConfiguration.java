package daybook.spring;

import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health, where the application has Actuator: down while a part is red, with its reasons. */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(ApplicationDatabase.class)
public class DaybookHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "daybookHealthIndicator")
    HealthIndicator daybookHealthIndicator(ObjectProvider<PumpLifecycle> parts) {
        return () -> health(parts);
    }

    private static Health health(ObjectProvider<PumpLifecycle> parts) {
        Health.Builder health = Health.up();
        parts.orderedStream().forEach(part -> {
            ServiceStatus status = part.status();
            if (status.light() == Light.RED) {
                health.down();
            }
            health.withDetail(
                    part.name(),
                    status.reasons().isEmpty()
                            ? status.light().toString()
                            : status.light() + ": " + String.join("; ", status.reasons()));
        });
        return health.build();
    }
}
