package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.http.RunningVenue.Answered;
import daybook.app.jobs.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same venue with {@code queue.driver = log} and {@code share}: its jobs are records of its own log. */
class JobsOnLogTest {
    @ParameterizedTest
    @EnumSource(names = {"LOG", "SHARE"})
    void jobsAreDoneAndFailOverTheLog(JobSettings.Driver driver, @TempDir Path directory) {
        JobSettings onLog =
                new JobSettings(driver, List.of("default", "slow"), 2, Duration.ofSeconds(90), false, Optional.empty());
        try (RunningVenue venue = new RunningVenue(directory, false, onLog)) {
            Answered good = push(venue, "slow", "{\\\"name\\\":\\\"INFY\\\"}");
            Answered bad = push(venue, "default", "{}");

            assertThat(good.status()).as(good.body()).isEqualTo(201);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(venue.get("viewer", "/api/v1/job-history?job=" + good.text("id"))
                                    .body())
                            .contains("\"outcome\":\"DONE\""));
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(venue.get("viewer", "/api/v1/jobs/default/failed")
                                    .body())
                            .contains(bad.text("id"), "name: missing"));
            assertThat(venue.get("viewer", "/api/v1/jobs").body()).contains("\"driver\":\"" + driver.text() + "\"");
        }
    }

    private static Answered push(RunningVenue venue, String queue, String payload) {
        return venue.send(
                "operator",
                "POST",
                "/api/v1/jobs/" + queue,
                "{\"name\":\"example.greet\",\"payload\":\"" + payload + "\"}");
    }
}
