/**
 * A job queue on the partitioned log, whichever log it is.
 *
 * <p>A log forgets nothing and waits for nobody: it has records and, per partition, one number that says how far one has come. So a
 * partition belongs to one worker at a time, by a lock that processes share, and has one job in flight; what is put off or given up is
 * written anew before the number moves on. The numbers are in the jobs database, where a worker whose lock is over cannot move them.
 */
@NullMarked
package daybook.delivery.jobs.log;

import org.jspecify.annotations.NullMarked;
