package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Timeframe;
import daybook.strategies.clock.SessionCalendar.BarWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CalendarTest {
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final EquitySessions NYSE = EquitySessions.of(NEW_YORK, LocalTime.of(9, 30), LocalTime.of(16, 0));
    private static final EquitySessions TOKYO = EquitySessions.of(
                    ZoneId.of("Asia/Tokyo"), LocalTime.of(9, 0), LocalTime.of(15, 30))
            .withLunch(LocalTime.of(11, 30), LocalTime.of(12, 30));

    @ParameterizedTest
    @EnumSource
    void windowsOfAMarketThatIsAlwaysOpenCoverAllTimeAndEachHasItsOwnToken(Timeframe timeframe) {
        for (String zone : List.of("UTC", "Asia/Kolkata", "America/New_York", "Europe/London")) {
            SessionCalendar calendar = new AlwaysOpen(ZoneId.of(zone));
            // Clocks go forward in both on a day of March 2024, and back on one of November or October.
            for (String day : List.of(
                    "2024-03-10T00:00:00Z", "2024-03-31T00:00:00Z", "2024-10-27T00:00:00Z", "2024-11-03T00:00:00Z")) {
                BarWindow window = calendar.firstAfter(timeframe, micros(day));
                Set<Long> tokens = new HashSet<>();
                for (int n = 0; n < 200; n++) {
                    assertThat(tokens.add(window.token())).isTrue();
                    BarWindow next = calendar.firstAfter(timeframe, window.endMicros());
                    assertThat(next.startMicros()).isEqualTo(window.endMicros());
                    assertThat(calendar.firstAfter(timeframe, next.startMicros() - 1))
                            .isEqualTo(window);
                    window = next;
                }
            }
        }
    }

    @Test
    void aDayIsALocalOneOf23HoursWhereClocksGoForward() {
        BarWindow day = new AlwaysOpen(NEW_YORK).firstAfter(Timeframe.DAY, micros("2024-03-10T12:00:00Z"));

        assertThat(day)
                .isEqualTo(new BarWindow(
                        LocalDate.of(2024, 3, 10).toEpochDay(),
                        micros("2024-03-10T05:00:00Z"),
                        micros("2024-03-11T04:00:00Z")));
    }

    @Test
    void whereClocksChangeByHalfAnHourThereAreNoHours() {
        AlwaysOpen lordHowe = new AlwaysOpen(ZoneId.of("Australia/Lord_Howe"));

        assertThat(lordHowe.has(Timeframe.HOUR)).isFalse();
        assertThat(lordHowe.has(Timeframe.FIFTEEN_MINUTES)).isTrue();
        assertThat(lordHowe.has(Timeframe.DAY)).isTrue();
    }

    @Test
    void aSessionIsFromOpenToCloseByLocalTimeBeforeAndAfterClocksChange() {
        // Winter time on the Friday, summer time on the Monday.
        assertThat(starts(NYSE, "2024-03-08T00:00:00Z", 13, Timeframe.HOUR))
                .startsWith("2024-03-08T14:00:00Z", "2024-03-08T15:00:00Z")
                .contains("2024-03-08T20:00:00Z")
                .doesNotContain("2024-03-08T21:00:00Z")
                .contains("2024-03-11T13:00:00Z");
        assertThat(starts(NYSE, "2024-03-08T00:00:00Z", 390, Timeframe.MINUTE))
                .startsWith("2024-03-08T14:30:00Z")
                .endsWith("2024-03-08T20:59:00Z");
        assertThat(starts(NYSE, "2024-03-08T21:00:00Z", 390, Timeframe.MINUTE))
                .startsWith("2024-03-11T13:30:00Z")
                .endsWith("2024-03-11T19:59:00Z");
    }

    @Test
    void nothingIsToldDuringLunchOnAHolidayOrAfterAnEarlyClose() {
        assertThat(starts(TOKYO, "2024-03-08T00:00:00Z", 11, Timeframe.FIFTEEN_MINUTES))
                .endsWith("2024-03-08T02:15:00Z", "2024-03-08T03:30:00Z");
        EquitySessions holiday = NYSE.withHolidays(Set.of(LocalDate.of(2024, 7, 4)))
                .withEarlyClose(LocalDate.of(2024, 7, 3), LocalTime.of(13, 0));
        assertThat(starts(holiday, "2024-07-03T16:58:00Z", 3, Timeframe.MINUTE))
                .containsExactly("2024-07-03T16:58:00Z", "2024-07-03T16:59:00Z", "2024-07-05T13:30:00Z");
        EquitySessions half = TOKYO.withEarlyClose(LocalDate.of(2024, 3, 8), LocalTime.of(11, 30));
        assertThat(starts(half, "2024-03-08T02:15:00Z", 2, Timeframe.FIFTEEN_MINUTES))
                .containsExactly("2024-03-08T02:15:00Z", "2024-03-11T00:00:00Z");
    }

    @Test
    void aMarketWithHoursHasNoDaysHere() {
        assertThat(NYSE.has(Timeframe.DAY)).isFalse();
        assertThat(NYSE.has(Timeframe.MINUTE)).isTrue();
    }

    @Test
    void hoursThatAreNoneAreRefused() {
        LocalTime nine = LocalTime.of(9, 0);
        assertThatThrownBy(() -> EquitySessions.of(ZoneOffset.UTC, nine, nine))
                .hasMessageStartingWith("hours: 09:00 to 09:00 (expected: ");
        assertThatThrownBy(() -> TOKYO.withLunch(LocalTime.of(8, 0), nine.plusHours(1)))
                .hasMessageStartingWith("lunch: 08:00");
    }

    private static List<String> starts(SessionCalendar calendar, String after, int count, Timeframe timeframe) {
        List<String> starts = new ArrayList<>();
        long time = micros(after);
        for (int n = 0; n < count; n++) {
            BarWindow window = calendar.firstAfter(timeframe, time);
            starts.add(Instant.EPOCH
                    .plus(Duration.ofNanos(window.startMicros() * 1_000))
                    .toString());
            time = window.endMicros();
        }
        return starts;
    }

    private static long micros(String time) {
        return Windows.micros(Instant.parse(time));
    }
}
