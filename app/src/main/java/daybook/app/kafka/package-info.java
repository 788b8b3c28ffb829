/**
 * The log on Apache Kafka as this program is configured to use it.
 *
 * <p>Whatever is wrong with the configuration is said before a client is built, and why a cluster cannot be used in one line with
 * a documented exit code.
 */
@NullMarked
package daybook.app.kafka;

import org.jspecify.annotations.NullMarked;
