package daybook.app.venue;

import daybook.events.SessionState;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * The venue's timetable, Monday to Friday at +05:30: auction from 09:00, open from 09:15, closed from 15:30.
 *
 * <p>Simulated time skips the nights: it goes from the close to 09:14:57 of the next trading day.
 */
final class TradingDay {
    static final ZoneOffset ZONE = ZoneOffset.ofHoursMinutes(5, 30);
    private static final LocalTime AUCTION = LocalTime.of(9, 0);
    private static final LocalTime OPEN = LocalTime.of(9, 15);
    static final LocalTime CLOSE = LocalTime.of(15, 30);
    private static final LocalTime BEFORE_OPEN = LocalTime.of(9, 14, 57);
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 5);
    private static final long MICROS = 1_000_000;

    private TradingDay() {}

    /** Where simulated time begins on an empty journal. */
    static long firstMicros() {
        return micros(FIRST_DAY.atTime(BEFORE_OPEN).toInstant(ZONE));
    }

    /** What the timetable says for a time. */
    static SessionState stateAt(long micros) {
        ZonedDateTime at = instant(micros).atZone(ZONE);
        LocalTime time = at.toLocalTime();
        if (isWeekend(at.toLocalDate()) || time.isBefore(AUCTION) || !time.isBefore(CLOSE)) {
            return SessionState.CLOSED;
        }
        return time.isBefore(OPEN) ? SessionState.AUCTION : SessionState.OPEN;
    }

    /** Seconds before the next opening: where simulated time goes on after the close. */
    static long nextPreOpen(long micros) {
        ZonedDateTime at = instant(micros).atZone(ZONE);
        LocalDate day = at.toLocalTime().isBefore(BEFORE_OPEN)
                ? at.toLocalDate()
                : at.toLocalDate().plusDays(1);
        while (isWeekend(day)) {
            day = day.plusDays(1);
        }
        return micros(day.atTime(BEFORE_OPEN).toInstant(ZONE));
    }

    private static boolean isWeekend(LocalDate day) {
        return day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS + instant.getNano() / 1_000;
    }
}
