package daybook.fix.session;

import java.util.concurrent.atomic.LongAdder;

/** What was turned away. Safe for many threads. */
final class SessionCounters {
    final LongAdder refusedConnections = new LongAdder();
    final LongAdder refusedLogons = new LongAdder();
    final LongAdder oversized = new LongAdder();
}
