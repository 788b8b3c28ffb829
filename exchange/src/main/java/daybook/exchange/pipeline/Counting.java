package daybook.exchange.pipeline;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link Counters}. The exchange's thread counts all but the busy answers; any thread may look. */
final class Counting {
    private final LongAdder busy = new LongAdder();
    private final AtomicLong commands = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong trades = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong notAccepted = new AtomicLong();
    private final AtomicLong listenerFaults = new AtomicLong();

    void busy() {
        busy.increment();
    }

    void decided(int newAccepted, int newRejected, int newTrades, long newEvents) {
        add(commands, 1);
        add(accepted, newAccepted);
        add(rejected, newRejected);
        add(trades, newTrades);
        add(events, newEvents);
    }

    void batch() {
        add(batches, 1);
    }

    void notAccepted() {
        add(notAccepted, 1);
    }

    void listenerFault() {
        add(listenerFaults, 1);
    }

    Counters counters() {
        return new Counters(
                commands.get(),
                accepted.get(),
                rejected.get(),
                trades.get(),
                events.get(),
                batches.get(),
                notAccepted.get(),
                busy.sum(),
                listenerFaults.get());
    }

    /** There is one writer, so no read-modify-write is needed. */
    private static void add(AtomicLong to, long more) {
        to.setRelease(to.getPlain() + more);
    }
}
