package daybook.delivery.jobs.log;

import daybook.delivery.Database;
import daybook.delivery.locks.LockStore;
import daybook.log.Log;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a queue on the log works with.
 *
 * @param database the jobs database, migrated; one connection of it is this queue's
 * @param locks shared by all processes of the deployment
 */
public record LogQueuePorts(Log log, Database database, LockStore locks, Sources sources) {

    /**
     * Time and names.
     *
     * @param clock wall clock: what is due is measured on the worker's
     * @param nanos a steady clock
     * @param ids random, never twice the same
     */
    public record Sources(InstantSource clock, LongSupplier nanos, Supplier<String> ids) {}
}
