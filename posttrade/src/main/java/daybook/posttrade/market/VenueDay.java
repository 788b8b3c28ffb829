package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * Windows of the clock at a venue. Those within a day begin at multiples of their length since local midnight; a day is a local one.
 * Where clocks are put back the hour that comes twice has two windows, and where they are put forward the one that is left out has none.
 *
 * <p>Remembers the day it was asked about last. Safe for many threads: who reads bars of a view shares it with others.
 */
final class VenueDay {
    private static final long DAY = TimeUnit.DAYS.toMicros(1);

    private final ZoneId zone;
    /** Which one is seen does not matter, but it has to be whole: three fields of its own would be of two days now and then. */
    private Day last = new Day(0, 0, false);

    /** @param plain whether the day has one offset: then every window follows from its beginning */
    private record Day(long start, long end, boolean plain) {}

    VenueDay(ZoneId zone) {
        this.zone = zone;
    }

    /** Where the window of this length begins in which a time lies. */
    long start(Timeframe timeframe, long micros) {
        return start(micros(timeframe), micros);
    }

    /** Where the window ends that begins at a time which {@link #start} has given. */
    long end(Timeframe timeframe, long start) {
        return end(micros(timeframe), start);
    }

    /** @param length of a window in microseconds: a day is a local one, what is shorter divides a day */
    long start(long length, long micros) {
        Day day = day(micros);
        if (length == DAY) {
            return day.start;
        }
        if (day.plain) {
            return micros - (micros - day.start) % length;
        }
        // Offsets change by whole quarters of an hour, so shorter windows do not notice; an hour is cut where they
        // change.
        long offset = offset(micros);
        return Math.max(micros - Math.floorMod(micros + offset, length), changeBefore(day, micros));
    }

    long end(long length, long start) {
        Day day = day(start);
        if (length == DAY) {
            return day.end;
        }
        if (day.plain) {
            return start + length;
        }
        long end = start - Math.floorMod(start + offset(start), length) + length;
        return start(length, end - 1) == start ? end : changeBefore(day, end - 1);
    }

    static long micros(Timeframe timeframe) {
        return TimeUnit.NANOSECONDS.toMicros(timeframe.length().toNanos());
    }

    private Day day(long micros) {
        Day day = last;
        if (micros < day.start || micros >= day.end) {
            LocalDate date = instant(micros).atZone(zone).toLocalDate();
            long start = micros(date.atStartOfDay(zone));
            long end = micros(date.plusDays(1).atStartOfDay(zone));
            day = new Day(start, end, end - start == DAY && offset(start) == offset(end - 1));
            last = day;
        }
        return day;
    }

    private long offset(long micros) {
        return TimeUnit.SECONDS.toMicros(
                zone.getRules().getOffset(instant(micros)).getTotalSeconds());
    }

    /** When the offset changed last before a time on this day; the day's beginning if it did not. */
    private long changeBefore(Day day, long micros) {
        var change = zone.getRules().previousTransition(instant(micros + 1));
        long at = change == null ? day.start : micros(change.getInstant().atZone(zone));
        return Math.max(at, day.start);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static long micros(ZonedDateTime time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
    }
}
