package daybook.strategies.clock;

import daybook.events.Timeframe;
import daybook.strategies.clock.SessionCalendar.BarWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

/**
 * A zone's time in windows: those within a day begin at multiples of their length since local midnight, a day is a local one, of 23 or 25
 * hours where clocks are changed. The hour that comes twice has two windows, the one that is left out has none. Immutable.
 */
record Windows(ZoneId zone) {

    /** Not where clocks are changed by half an hour: two windows of an hour would begin within one. */
    boolean has(Timeframe timeframe) {
        long length = timeframe.length().toSeconds();
        return timeframe == Timeframe.DAY
                || zone.getRules().getTransitionRules().stream()
                        .allMatch(rule -> (rule.getOffsetAfter().getTotalSeconds()
                                                - rule.getOffsetBefore().getTotalSeconds())
                                        % length
                                == 0);
    }

    /** The one in which a time lies. */
    BarWindow at(Timeframe timeframe, long micros) {
        Instant time = instant(micros);
        if (timeframe == Timeframe.DAY) {
            LocalDate day = LocalDate.ofInstant(time, zone);
            return new BarWindow(day.toEpochDay(), midnight(day), midnight(day.plusDays(1)));
        }
        long length = TimeUnit.NANOSECONDS.toMicros(timeframe.length().toNanos());
        long offset = TimeUnit.SECONDS.toMicros(zone.getRules().getOffset(time).getTotalSeconds());
        long start = micros - Math.floorMod(micros + offset, length);
        return new BarWindow(Math.floorDiv(start, length), start, start + length);
    }

    LocalDate day(long micros) {
        return LocalDate.ofInstant(instant(micros), zone);
    }

    static long micros(Instant time) {
        return TimeUnit.SECONDS.toMicros(time.getEpochSecond()) + time.getNano() / 1_000;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH
                .plusSeconds(Math.floorDiv(micros, 1_000_000L))
                .plusNanos(Math.floorMod(micros, 1_000_000L) * 1_000);
    }

    private long midnight(LocalDate day) {
        return micros(day.atStartOfDay(zone).toInstant());
    }
}
