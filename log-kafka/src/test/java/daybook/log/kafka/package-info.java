/** The contract of the log against a real broker. */
@NullMarked
package daybook.log.kafka;

import org.jspecify.annotations.NullMarked;
