/**
 * A job queue on a log that lends single records to workers (share groups): as many in flight as there are workers, and each record
 * answered for itself. The log counts the deliveries and keeps the locks; what it does not know, a due time, a unique key, how much is
 * in flight, is added here.
 */
@NullMarked
package daybook.delivery.jobs.share;

import org.jspecify.annotations.NullMarked;
