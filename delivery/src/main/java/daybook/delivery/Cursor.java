package daybook.delivery;

import java.util.UUID;

/**
 * How far a consumer is in a partition.
 *
 * @param topicId the topic that the offset belongs to: a topic that was made again under the same name has another one
 */
record Cursor(UUID topicId, long nextOffset) {}
