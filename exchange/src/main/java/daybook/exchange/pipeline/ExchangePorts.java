package daybook.exchange.pipeline;

import daybook.journal.Disk;
import daybook.journal.JournalPorts;
import java.util.function.LongSupplier;

/**
 * What the exchange takes from the world.
 *
 * @param journal the disk, and where its slow work runs; at the end of that work somebody must wake the exchange's thread, or it
 *     notices only when it has rested
 * @param micros venue time, microseconds since the epoch; may step back, commands' times do not
 * @param nanos a clock for intervals, as {@link System#nanoTime}
 * @param bell rung after each submission, by its thread: wakes the exchange's thread if it rests; must be quick
 * @param progress told how recovery goes
 */
public record ExchangePorts(
        JournalPorts journal, LongSupplier micros, LongSupplier nanos, Runnable bell, RecoveryProgress progress) {

    /** Without lanes, bell and progress. */
    public static ExchangePorts of(Disk disk, LongSupplier micros, LongSupplier nanos) {
        return new ExchangePorts(JournalPorts.of(disk), micros, nanos, () -> {}, RecoveryProgress.NONE);
    }

    Disk disk() {
        return journal.disk();
    }
}
