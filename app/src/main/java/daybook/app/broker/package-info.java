/**
 * A real Apache Kafka on this machine, for laptops and tests: one node, or three, as background processes from Kafka's own jars.
 *
 * <p>Ready means that a client has used it. Only a process that was started here is ever stopped. Not for production: that broker is
 * somebody's job.
 */
@NullMarked
package daybook.app.broker;

import org.jspecify.annotations.NullMarked;
