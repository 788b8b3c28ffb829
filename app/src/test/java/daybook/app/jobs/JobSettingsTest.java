package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.config.ConfigurationLoader;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
    /** Kafka refuses more, unless its operator allows it; then somebody says so. */
    @Test
    void withoutAWordAboutTheLeaseItIsOneThatTheDriverCanHave() {
        assertThat(lease(Map.of())).isEqualTo(Duration.ofSeconds(90));
        assertThat(lease(Map.of("QUEUE_DRIVER", "log"))).isEqualTo(Duration.ofSeconds(90));
        assertThat(lease(Map.of("QUEUE_DRIVER", "share"))).isEqualTo(Duration.ofSeconds(60));
        assertThat(lease(Map.of("QUEUE_DRIVER", "share", "QUEUE_LEASE", "5m"))).isEqualTo(Duration.ofMinutes(5));
    }

    private static Duration lease(Map<String, String> environment) {
        return JobSettings.of(new ConfigurationLoader(environment).load(Map.of(), Optional.empty()))
                .lease();
    }
}
