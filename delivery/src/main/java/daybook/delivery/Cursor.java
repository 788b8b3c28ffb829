package daybook.delivery;

import java.util.OptionalLong;
import java.util.UUID;

/**
 * How far a consumer is in a partition.
 *
 * @param topicId the topic that the offset belongs to: a topic that was made again under the same name has another one
 * @param lastDigest {@link RecordDigest} of the record before it; empty where that is not known
 */
record Cursor(UUID topicId, long nextOffset, OptionalLong lastDigest) {

    /** One that was set, not reached. */
    static Cursor at(UUID topicId, long nextOffset) {
        return new Cursor(topicId, nextOffset, OptionalLong.empty());
    }
}
