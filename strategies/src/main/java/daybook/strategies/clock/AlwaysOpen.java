package daybook.strategies.clock;

import daybook.events.Timeframe;
import java.time.ZoneId;

/** A market that never closes, or whose hours its source knows best: every window may have a bar. */
public final class AlwaysOpen implements SessionCalendar {
    private final Windows windows;

    /** @param zone in which its days begin */
    public AlwaysOpen(ZoneId zone) {
        this.windows = new Windows(zone);
    }

    @Override
    public boolean has(Timeframe timeframe) {
        return windows.has(timeframe);
    }

    @Override
    public BarWindow firstAfter(Timeframe timeframe, long micros) {
        return windows.at(timeframe, micros);
    }
}
