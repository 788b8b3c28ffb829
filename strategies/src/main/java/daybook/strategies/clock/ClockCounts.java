package daybook.strategies.clock;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the clock has counted since it started. Written on its thread, but {@code coalesced}; read by any. */
final class ClockCounts {
    /** Recorded, and told to those in this process. */
    final AtomicLong closed = new AtomicLong();
    /** Windows without a bar. */
    final AtomicLong empty = new AtomicLong();
    /** Windows that were given up: nothing was known of them. */
    final AtomicLong missed = new AtomicLong();
    /** Bars that came after their window was decided. */
    final AtomicLong late = new AtomicLong();
    /** Bars of a window for which there was one already. */
    final AtomicLong duplicates = new AtomicLong();
    /** Bars of windows that are not in the calendar. */
    final AtomicLong outside = new AtomicLong();
    /** Bars of another instrument that has the same key. */
    final AtomicLong refused = new AtomicLong();
    /** Wakes of a stream that was waiting to be looked at anyway. */
    final AtomicLong coalesced = new AtomicLong();
    /** Listeners that threw. */
    final AtomicLong untold = new AtomicLong();

    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        all.put("closed", closed.get());
        all.put("empty", empty.get());
        all.put("missed", missed.get());
        all.put("late", late.get());
        all.put("duplicates", duplicates.get());
        all.put("outside", outside.get());
        all.put("refused", refused.get());
        all.put("coalesced", coalesced.get());
        all.put("untold", untold.get());
        return all;
    }
}
