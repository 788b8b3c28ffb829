/**
 * Jobs: work that is done later, once per job as far as can be, and given up after a number of attempts. The port, four drivers in
 * packages of their own, the worker and the scheduler.
 */
@NullMarked
package daybook.delivery.jobs;

import org.jspecify.annotations.NullMarked;
