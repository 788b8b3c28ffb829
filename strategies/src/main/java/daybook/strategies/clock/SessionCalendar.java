package daybook.strategies.clock;

import daybook.events.Timeframe;

/** When a market is open, and into which windows its time is divided. Immutable; safe for many threads. */
public interface SessionCalendar {

    /** Whether its series of this timeframe have a clock here. */
    boolean has(Timeframe timeframe);

    /** The first window that ends after a time and during some of which the market is open. */
    BarWindow firstAfter(Timeframe timeframe, long micros);

    /**
     * A window of a market's clock, {@code [startMicros, endMicros)} in microseconds since the epoch.
     *
     * @param token its start divided by its length; of a day the local day since the epoch
     */
    record BarWindow(long token, long startMicros, long endMicros) {}
}
