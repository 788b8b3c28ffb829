package daybook.delivery.jobs;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.Optional;

/**
 * Five fields: minute (0..59), hour (0..23), day of month (1..31), month (1..12), day of week (0..7, Sunday is 0 and 7). Each is {@code *},
 * a number, {@code a-b}, any of them with {@code /step}, or several with commas. If both days are restricted, either is enough, as cron
 * has it.
 *
 * <p>When clocks change: a schedule whose hour is restricted and whose time is left out runs in the first minute after the gap, once; one
 * whose time comes twice runs the first time only. A schedule for every hour ({@code *}, also with a step) follows the time that passes.
 */
final class Cron {
    /** As far as it looks ahead: a 29th of February is at most eight years away. */
    private static final Duration HORIZON = Duration.ofDays(366 * 8 + 3);

    private final String text;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean everyHour;
    private final boolean anyDay;
    private final boolean anyWeekday;

    /** @throws IllegalArgumentException if it is none, or never comes */
    Cron(String text) {
        String[] fields = text.strip().split("\\s+", -1);
        if (fields.length != 5) {
            throw new IllegalArgumentException(
                    "schedule: '" + text + "' (expected: minute hour day-of-month month day-of-week)");
        }
        this.text = text;
        this.minutes = field("minute", fields[0], 0, 59);
        this.hours = field("hour", fields[1], 0, 23);
        this.days = field("day of month", fields[2], 1, 31);
        this.months = field("month", fields[3], 1, 12);
        this.weekdays = field("day of week", fields[4], 0, 7);
        if (weekdays.get(7)) {
            weekdays.set(0);
        }
        this.everyHour = fields[1].startsWith("*");
        this.anyDay = fields[2].startsWith("*");
        this.anyWeekday = fields[4].startsWith("*");
        if (!anyDay && anyWeekday && days.nextSetBit(0) > longestMonth()) {
            throw new IllegalArgumentException("schedule: '" + text + "' never comes (expected: a day of its months)");
        }
    }

    /** Whether it is due in the minute that begins at this instant. */
    boolean isDue(Instant minute, ZoneId zone) {
        ZonedDateTime at = minute.atZone(zone);
        if (everyHour) {
            return matches(at.toLocalDateTime());
        }
        if (matches(at.toLocalDateTime())) {
            return at.getOffset().equals(at.withEarlierOffsetAtOverlap().getOffset());
        }
        return isFirstAfterAGapWithIt(minute, zone);
    }

    /** The last minute after {@code after}, up to {@code until}, in which it was due. */
    Optional<Instant> lastDue(Instant after, Instant until, ZoneId zone) {
        Instant minute = until.truncatedTo(ChronoUnit.MINUTES);
        while (minute.isAfter(after)) {
            if (isDue(minute, zone)) {
                return Optional.of(minute);
            }
            minute = minute.minus(1, ChronoUnit.MINUTES);
        }
        return Optional.empty();
    }

    /** The next minute after this instant in which it is due; empty if there is none in eight years. */
    Optional<Instant> next(Instant after, ZoneId zone) {
        Instant minute = after.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
        Instant end = after.plus(HORIZON);
        while (minute.isBefore(end)) {
            if (isDue(minute, zone)) {
                return Optional.of(minute);
            }
            ZonedDateTime at = minute.atZone(zone);
            boolean dayIsOver = !isDay(at.toLocalDateTime())
                    && zone.getRules().nextTransition(minute) == null; // where clocks change each minute is looked at
            minute = dayIsOver
                    ? at.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant()
                    : minute.plus(1, ChronoUnit.MINUTES);
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }

    private boolean isFirstAfterAGapWithIt(Instant minute, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().previousTransition(minute.plusSeconds(1));
        if (change == null || !change.isGap() || !change.getInstant().equals(minute)) {
            return false;
        }
        for (LocalDateTime left = change.getDateTimeBefore();
                left.isBefore(change.getDateTimeAfter());
                left = left.plusMinutes(1)) {
            if (matches(left)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(LocalDateTime at) {
        return minutes.get(at.getMinute()) && hours.get(at.getHour()) && isDay(at);
    }

    private boolean isDay(LocalDateTime at) {
        if (!months.get(at.getMonthValue())) {
            return false;
        }
        boolean day = days.get(at.getDayOfMonth());
        boolean weekday = weekdays.get(at.getDayOfWeek().getValue() % 7);
        return anyDay || anyWeekday ? day && weekday : day || weekday;
    }

    private int longestMonth() {
        int longest = 0;
        for (int month = months.nextSetBit(1); month > 0; month = months.nextSetBit(month + 1)) {
            longest = Math.max(longest, java.time.Month.of(month).maxLength());
        }
        return longest;
    }

    private static BitSet field(String name, String text, int least, int most) {
        BitSet set = new BitSet();
        for (String part : text.split(",", -1)) {
            String[] stepped = part.split("/", -1);
            if (stepped.length > 2 || part.isEmpty()) {
                throw refused(name, text, least, most);
            }
            int step = stepped.length == 2 ? number(name, stepped[1], 1, most) : 1;
            int from = least;
            int to = most;
            if (!stepped[0].equals("*")) {
                String[] range = stepped[0].split("-", -1);
                if (range.length > 2) {
                    throw refused(name, text, least, most);
                }
                from = number(name, range[0], least, most);
                boolean isOpen = range.length == 1 && stepped.length == 2;
                to = range.length == 2 ? number(name, range[1], from, most) : isOpen ? most : from;
            }
            for (int value = from; value <= to; value += step) {
                set.set(value);
            }
        }
        return set;
    }

    private static int number(String name, String text, int least, int most) {
        if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw refused(name, text, least, most);
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException refused(String name, String text, int least, int most) {
        return new IllegalArgumentException(name + ": '" + text + "' (expected: *, or numbers in " + least + ".." + most
                + ", with - / and commas)");
    }
}
