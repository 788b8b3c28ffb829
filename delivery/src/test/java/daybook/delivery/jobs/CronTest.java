package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Five fields, and what becomes of them when clocks change (R26). */
class CronTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId UTC = ZoneId.of("UTC");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0 18 * * 1-5; 2026-11-27T18:00:00Z; 2026-11-30T18:00:00Z",
                "*/15 * * * *; 2026-11-27T18:07:30Z; 2026-11-27T18:15:00Z",
                "5,35 9-11 * * *; 2026-11-27T11:36:00Z; 2026-11-28T09:05:00Z",
                "0 0 31 * *; 2026-11-01T00:00:00Z; 2026-12-31T00:00:00Z",
                "0 0 29 2 *; 2026-11-01T00:00:00Z; 2028-02-29T00:00:00Z",
                "0 0 * * 0; 2026-11-27T00:00:00Z; 2026-11-29T00:00:00Z",
                "0 0 * * 7; 2026-11-27T00:00:00Z; 2026-11-29T00:00:00Z",
                "10/20 8 * * *; 2026-11-27T08:11:00Z; 2026-11-27T08:30:00Z",
            })
    void comesNextAt(String when, Instant after, Instant next) {
        assertThat(new Cron(when).next(after, UTC)).contains(next);
    }

    /** As cron has it: the 13th, and every Friday. */
    @Test
    void ifBothDaysAreRestrictedEitherIsEnough() {
        assertThat(minutes("0 0 13 * 5", "2026-11-10T00:00:00Z", "2026-11-21T00:00:00Z", UTC))
                .containsExactly("2026-11-13T00:00", "2026-11-20T00:00");
        assertThat(minutes("0 0 12 * 5", "2026-11-10T00:00:00Z", "2026-11-14T00:00:00Z", UTC))
                .containsExactly("2026-11-12T00:00", "2026-11-13T00:00");
    }

    /** 29 March 2026, 02:00 is followed by 03:00. */
    @Test
    void aTimeThatIsLeftOutRunsInTheFirstMinuteAfterTheGapOnce() {
        assertThat(minutes("30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", BERLIN))
                .containsExactly("2026-03-29T03:00", "2026-03-30T02:30");
        assertThat(minutes("*/10 2 * * *", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z", BERLIN))
                .containsExactly("2026-03-29T03:00");
    }

    /** 25 October 2026, 02:59 is followed by 02:00. */
    @Test
    void aTimeThatComesTwiceRunsTheFirstTimeOnly() {
        assertThat(minutes("30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-26T00:00:00Z", BERLIN))
                .containsExactly("2026-10-25T02:30");
    }

    @Test
    void aScheduleForEveryHourFollowsTheTimeThatPasses() {
        assertThat(minutes("30 * * * *", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", BERLIN))
                .containsExactly("2026-10-25T02:30", "2026-10-25T02:30");
        assertThat(minutes("30 * * * *", "2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z", BERLIN))
                .containsExactly("2026-03-29T01:30", "2026-03-29T03:30");
    }

    @Test
    void theLastDueMinuteIsTheNewestOfThoseThatWereMissed() {
        Cron cron = new Cron("*/5 * * * *");
        Instant from = Instant.parse("2026-11-27T18:00:00Z");

        assertThat(cron.lastDue(from, from.plusSeconds(299), UTC)).isEmpty();
        assertThat(cron.lastDue(from, from.plusSeconds(3_599), UTC)).contains(from.plusSeconds(3_300));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "* * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "5-1 * * * *",
                "a * * * *",
                "*/0 * * * *",
                "1,,2 * * * *",
                "-1 * * * *",
                "1-2-3 * * * *",
                "0 0 30 2 *"
            })
    void whatCannotBeReadOrNeverComesIsRefused(String when) {
        assertThatThrownBy(() -> new Cron(when))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    /** In local time. */
    private static List<String> minutes(String when, String after, String until, ZoneId zone) {
        Cron cron = new Cron(when);
        List<String> found = new ArrayList<>();
        Optional<Instant> next = cron.next(Instant.parse(after), zone);
        while (next.isPresent() && !next.get().isAfter(Instant.parse(until))) {
            found.add(LocalDateTime.ofInstant(next.get(), zone).toString());
            next = cron.next(next.get(), zone);
        }
        return found;
    }
}
