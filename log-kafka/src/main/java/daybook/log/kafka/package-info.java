/**
 * The partitioned log on Apache Kafka: the port of {@code daybook.log} over its Java client.
 *
 * <p>An acknowledged record is on all in-sync replicas. Every call ends by the wall clock with one line that names what is wrong.
 * (producer, seq) is remembered for the producer's session only: duplicates can be on the topic, consumers deduplicate by
 * identity.
 */
@NullMarked
package daybook.log.kafka;

import org.jspecify.annotations.NullMarked;
