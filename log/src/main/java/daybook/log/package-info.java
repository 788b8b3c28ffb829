/**
 * The partitioned log: topics, partitions, offsets, groups. The port; {@code daybook.log.embedded} keeps it in files here,
 * {@code log-kafka} on Apache Kafka.
 *
 * <p>A record has a key, a value, headers and a time, and one unchanging offset in one partition. Records of one key are in one
 * partition, in order. Delivery is at least once; identity is never the offset.
 */
@NullMarked
package daybook.log;

import org.jspecify.annotations.NullMarked;
