package daybook.posttrade.market;

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
 * <p>Remembers the day it was asked about last; not safe for many threads.
 */
final class VenueDay {
    private static final long DAY = TimeUnit.DAYS.toMicros(1);

    private final ZoneId zone;
    private long dayStart;
    private long dayEnd;
    /** Whether the day has one offset: then every window follows from its beginning. */
    private boolean plain;

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
        look(micros);
        if (length == DAY) {
            return dayStart;
        }
        if (plain) {
            return micros - (micros - dayStart) % length;
        }
        // Offsets change by whole quarters of an hour, so shorter windows do not notice; an hour is cut where they
        // change.
        long offset = offset(micros);
        return Math.max(micros - Math.floorMod(micros + offset, length), changeBefore(micros));
    }

    long end(long length, long start) {
        look(start);
        if (length == DAY) {
            return dayEnd;
        }
        if (plain) {
            return start + length;
        }
        long end = start - Math.floorMod(start + offset(start), length) + length;
        return start(length, end - 1) == start ? end : changeBefore(end - 1);
    }

    static long micros(Timeframe timeframe) {
        return TimeUnit.NANOSECONDS.toMicros(timeframe.length().toNanos());
    }

    private void look(long micros) {
        if (micros < dayStart || micros >= dayEnd) {
            LocalDate day = instant(micros).atZone(zone).toLocalDate();
            dayStart = micros(day.atStartOfDay(zone));
            dayEnd = micros(day.plusDays(1).atStartOfDay(zone));
            plain = dayEnd - dayStart == DAY && offset(dayStart) == offset(dayEnd - 1);
        }
    }

    private long offset(long micros) {
        return TimeUnit.SECONDS.toMicros(
                zone.getRules().getOffset(instant(micros)).getTotalSeconds());
    }

    /** When the offset changed last before a time on this day; the day's beginning if it did not. */
    private long changeBefore(long micros) {
        var change = zone.getRules().previousTransition(instant(micros + 1));
        long at = change == null ? dayStart : micros(change.getInstant().atZone(zone));
        return Math.max(at, dayStart);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static long micros(ZonedDateTime time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
    }
}
