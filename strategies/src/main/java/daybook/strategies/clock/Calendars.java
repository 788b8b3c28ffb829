package daybook.strategies.clock;

import daybook.strategies.SeriesKey;

/** Which calendar a series has. The same one whenever it is asked. */
@FunctionalInterface
public interface Calendars {
    SessionCalendar of(SeriesKey series);
}
