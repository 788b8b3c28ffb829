package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.Job;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which day a payload means, in the venue's zone: it is the sixth there when it is still the fifth in Greenwich. */
class JobPayloadTest {
    private static final ZoneId ZONE = ZoneOffset.ofHoursMinutes(5, 30);
    private static final Instant NOW = Instant.parse("2026-01-05T20:00:00Z");

    private static LocalDate day(String payload) throws GiveUpException {
        return JobPayload.of(new Job("id", "venue.statements", payload, Optional.empty(), 0, 0, 0))
                .day(() -> NOW, ZONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                   | 2026-01-06",
                "{\"day\":\"today\"}                                  | 2026-01-06",
                "{\"day\":\"2026-01-02\"}                             | 2026-01-02",
                "{\"minute\":\"2026-01-04T20:00:00Z\"}                | 2026-01-05",
                "{\"minute\":\"2026-01-04T10:10:00Z\",\"day\":\"today\"} | 2026-01-04"
            })
    void theDayIsTheScheduledMinutesOrTheOneThatIsNamedOrTheVenues(String payload, LocalDate day)
            throws GiveUpException {
        assertThat(day(payload)).isEqualTo(day);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"day\":\"yesterday\"}", "{\"day\":5}", "{\"day\":null}", "{\"minute\":\"15:40\"}", "[]"})
    void whatIsNoDayIsGivenUp(String payload) {
        assertThatThrownBy(() -> day(payload))
                .isInstanceOf(GiveUpException.class)
                .hasMessageContaining("not accepted");
    }

    @Test
    void whatIsNoJsonIsGivenUp() {
        assertThatThrownBy(() -> day("today")).isInstanceOf(GiveUpException.class);
    }
}
