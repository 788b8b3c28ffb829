/**
 * Dead letters as an operator sees and decides them: in the running venue and on a stopped data directory. Decisions are rows in the
 * service's database; what they ask for the service does itself.
 */
@NullMarked
package daybook.app.dlq;

import org.jspecify.annotations.NullMarked;
