package daybook.strategies.clock;

import daybook.events.Timeframe;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A market with hours: Monday to Friday from open to close, without a lunch break where there is one, not on holidays, shorter on some
 * days. A window belongs to it if the market is open during some of it, so the last one may end after the close. It has no daily bars here:
 * what a day is, the auction decides, not the clock. Sessions over midnight are not known. Immutable.
 */
public final class EquitySessions implements SessionCalendar {
    private static final int MOST_DAYS = 3_660;

    private final Windows windows;
    private final Hours hours;
    private final Optional<Hours> lunch;
    private final Set<LocalDate> holidays;
    private final Map<LocalDate, LocalTime> earlyCloses;

    private EquitySessions(
            Windows windows,
            Hours hours,
            Optional<Hours> lunch,
            Set<LocalDate> holidays,
            Map<LocalDate, LocalTime> early) {
        this.windows = windows;
        this.hours = hours;
        this.lunch = lunch;
        this.holidays = Set.copyOf(holidays);
        this.earlyCloses = Map.copyOf(early);
    }

    /** Local times, {@code [from, until)}. */
    private record Hours(LocalTime from, LocalTime until) {
        Hours {
            if (!from.isBefore(until)) {
                throw new IllegalArgumentException(
                        "hours: " + from + " to " + until + " (expected: one before the other)");
            }
        }
    }

    /** In microseconds since the epoch. */
    private record Open(long from, long until) {}

    public static EquitySessions of(ZoneId zone, LocalTime open, LocalTime close) {
        return new EquitySessions(new Windows(zone), new Hours(open, close), Optional.empty(), Set.of(), Map.of());
    }

    public EquitySessions withLunch(LocalTime from, LocalTime until) {
        Hours pause = new Hours(from, until);
        if (from.isBefore(hours.from) || until.isAfter(hours.until)) {
            throw new IllegalArgumentException("lunch: " + from + " to " + until + " (expected: within " + hours.from
                    + " to " + hours.until + ")");
        }
        return new EquitySessions(windows, hours, Optional.of(pause), holidays, earlyCloses);
    }

    /** In addition to those it has. */
    public EquitySessions withHolidays(Set<LocalDate> days) {
        Set<LocalDate> all = new HashSet<>(holidays);
        all.addAll(days);
        return new EquitySessions(windows, hours, lunch, all, earlyCloses);
    }

    public EquitySessions withEarlyClose(LocalDate day, LocalTime close) {
        Map<LocalDate, LocalTime> all = new HashMap<>(earlyCloses);
        all.put(day, close);
        return new EquitySessions(windows, hours, lunch, holidays, all);
    }

    @Override
    public boolean has(Timeframe timeframe) {
        return timeframe != Timeframe.DAY && windows.has(timeframe);
    }

    @Override
    public BarWindow firstAfter(Timeframe timeframe, long micros) {
        BarWindow window = windows.at(timeframe, micros);
        LocalDate day = windows.day(window.startMicros());
        for (int days = 0; days < MOST_DAYS; days++) {
            for (Open open : open(day.plusDays(days))) {
                if (open.until > window.startMicros()) {
                    return open.from < window.endMicros() ? window : windows.at(timeframe, open.from);
                }
            }
        }
        throw new IllegalStateException("holidays: no session in ten years after " + day + " (expected: one)");
    }

    private List<Open> open(LocalDate day) {
        boolean weekend = day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY;
        if (weekend || holidays.contains(day)) {
            return List.of();
        }
        LocalTime close = earlyCloses.getOrDefault(day, hours.until);
        if (lunch.isEmpty() || !lunch.get().from.isBefore(close)) {
            return List.of(open(day, hours.from, close));
        }
        Open morning = open(day, hours.from, lunch.get().from);
        LocalTime again = lunch.get().until;
        return again.isBefore(close) ? List.of(morning, open(day, again, close)) : List.of(morning);
    }

    private Open open(LocalDate day, LocalTime from, LocalTime until) {
        ZoneId zone = windows.zone();
        return new Open(
                Windows.micros(day.atTime(from).atZone(zone).toInstant()),
                Windows.micros(day.atTime(until).atZone(zone).toInstant()));
    }
}
