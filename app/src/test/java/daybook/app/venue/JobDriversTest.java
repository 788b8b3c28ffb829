package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.jobs.JobSettings;
import daybook.app.jobs.JobSettings.Driver;
import daybook.delivery.Engine;
import daybook.delivery.jobs.JobDatabases;
import daybook.delivery.jobs.JobQueue;
import daybook.events.Topics;
import daybook.log.kafka.KafkaLogSettings;
import daybook.log.kafka.KafkaLogSettings.Prefixes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobDriversTest {
    /** On Kafka the topics' names are without their prefix here, and the prefix may be empty as well. */
    @ParameterizedTest
    @CsvSource({"LOG, '', ''", "LOG, daybook., daybook.", "SHARE, '', ''", "SHARE, daybook., daybook."})
    void queuesOnKafkaAreOpenedWhateverItsPrefixesAre(Driver driver, String topics, String groups) {
        JobSettings settings =
                new JobSettings(driver, List.of("default"), 1, Duration.ofSeconds(60), false, Optional.empty());
        try (Logs logs = onKafka(topics, groups);
                JobDrivers drivers = new JobDrivers(
                        settings, JobDatabases.of(Engine.SQLITE), JobWiring.Carrier.of(logs, new Topics("")));
                JobQueue queue = drivers.open("default")) {
            assertThat(queue.name()).isEqualTo("default");
        }
    }

    @Test
    void deploymentsAreTheSameOnlyIfPrefixAndGroupAre() {
        assertThat(List.of(deployment("a.", "g."), deployment("a.", "h."), deployment("b.", "g."), deployment("", "")))
                .doesNotHaveDuplicates()
                .allMatch(name -> !name.isEmpty());
        assertThat(deployment("a.", "g.")).isEqualTo(deployment("a.", "g."));
    }

    private static String deployment(String topics, String groups) {
        try (Logs logs = onKafka(topics, groups)) {
            return JobWiring.Carrier.of(logs, new Topics("")).orElseThrow().deployment();
        }
    }

    private static Logs onKafka(String topics, String groups) {
        return Logs.onKafka(
                KafkaLogSettings.of(System::nanoTime, "127.0.0.1:1").withPrefixes(new Prefixes(topics, groups)));
    }
}
