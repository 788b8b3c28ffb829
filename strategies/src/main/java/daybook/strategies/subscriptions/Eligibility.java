package daybook.strategies.subscriptions;

import daybook.events.Timeframe;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.StrategyKind;
import java.util.List;

/**
 * Whether a strategy may be evaluated from the log: only if nothing but ordinary closed bars within the day wakes it. What is woken by
 * ticks, by its own orders or losses, or by sessions and daily bars needs the process where those are, and stays there.
 */
public enum Eligibility {
    ELIGIBLE,
    STAYS_LOCAL;

    /** Of a strategy of this kind on these series. */
    public static Eligibility of(StrategyKind.Wakes wakes, List<SeriesKey> series) {
        return switch (wakes) {
            case CLOSED_BAR ->
                series.stream().anyMatch(each -> each.timeframe() == Timeframe.DAY) ? STAYS_LOCAL : ELIGIBLE;
            case TICK, GRID, MARTINGALE, DAILY_SESSION -> STAYS_LOCAL;
        };
    }
}
