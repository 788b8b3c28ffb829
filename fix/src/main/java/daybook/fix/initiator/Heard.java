package daybook.fix.initiator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last report of each order, with the logon under which it came: what was heard before the last disconnect may be old. Safe for
 * many threads.
 */
final class Heard {
    private static final int MOST = 50_000;

    private final LinkedHashMap<String, Entry> reports = new LinkedHashMap<>();

    /** @param logon counted from 1 */
    record Entry(Report report, long logon) {}

    synchronized void put(Report report, long logon) {
        Entry before = reports.remove(report.clOrdId());
        if (before != null && before.report().isFinal() && !report.isFinal()) {
            reports.put(report.clOrdId(), before); // said once more, later than it was true
            return;
        }
        reports.put(report.clOrdId(), new Entry(report, logon));
        if (reports.size() > MOST) {
            Map.Entry<String, Entry> oldest = reports.entrySet().iterator().next();
            reports.remove(oldest.getKey());
        }
    }

    synchronized Optional<Entry> get(String clOrdId) {
        return Optional.ofNullable(reports.get(clOrdId));
    }
}
