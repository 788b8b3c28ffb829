/**
 * The jobs of the venue, and jobs for people: what may be asked of the queues over HTTP and on the command line, and what the venue does
 * with them itself (statements, copies, purges, reconciliation).
 */
@NullMarked
package daybook.app.jobs;

import org.jspecify.annotations.NullMarked;
