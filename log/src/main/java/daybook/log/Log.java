package daybook.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A partitioned, durable log. Safe for many threads. Every call has a wall-clock deadline (10 s unless configured) and throws
 * {@link LogException} when the log cannot answer.
 *
 * <p>Capabilities that only some logs have are asked for with {@link #has}: on Apache Kafka the memory of (producer, seq) ends
 * with the producer's session, so duplicates can be on the topic after a restart; consumers deduplicate by identity regardless.
 */
public interface Log extends AutoCloseable {

    /** What a log may be able to do beyond the contract. */
    enum Capability {
        /** (producer, seq) is remembered for as long as the records are kept, also across restarts. */
        DURABLE_DEDUP,
        /** Group assignment is exactly round robin over the sorted members. */
        EXACT_ASSIGNMENT,
        /** Records lie in segment files that a test can look at. */
        SEGMENT_FILES,
        /**
         * The commit of an {@link #owned} reader that was replaced is refused in whichever process it is. Without it only the
         * process of the new owner knows, and the fencing token of the lease is what protects.
         */
        OWNER_FENCING,
        /** {@link #share} lends records. Without it, it throws. */
        SHARE
    }

    boolean has(Capability capability);

    /**
     * Creates a topic. Does nothing if it exists just so.
     *
     * @throws LogException of kind TOPIC_MISMATCH if it exists with another partition count or retention
     */
    void createTopic(TopicSpec spec);

    List<TopicSpec> topics();

    Optional<TopicSpec> topic(String name);

    /** Changes when a topic is deleted and made again under the same name: offsets of the old one mean nothing then. */
    UUID topicId(String topic);

    /** Offset of the first record that is still there. */
    long startOffset(TopicPartition place);

    /** Offset that the next record will get. */
    long endOffset(TopicPartition place);

    /**
     * Where readers of a partition are held up though records lie behind it: at the first record of a transaction of somebody else that is
     * not over. Empty if nothing holds them up.
     */
    default OptionalLong heldAt(TopicPartition place) {
        return OptionalLong.empty();
    }

    /** Offset of the first record at or after a time; the end offset if there is none. */
    long offsetAt(TopicPartition place, long timeMs);

    /**
     * Reads without a group: no cursor, nothing committed.
     *
     * @return up to {@code max} records from {@code offset} on; empty at the end
     * @throws OffsetOutOfRangeException if the offset is below the start or beyond the end
     */
    List<StoredRecord> read(TopicPartition place, long offset, int max);

    /**
     * A writer.
     *
     * @param producerId names the writer for (producer, seq) deduplication; stays the same across restarts
     */
    Producer producer(String producerId);

    /** Reads as a member of a group; the log assigns the partitions. For what must not be lost. */
    GroupReader group(GroupOptions options);

    /** Reads partitions that the caller owns by other means (a lease), committing under a group id. For what must not be lost. */
    OwnedReader owned(String group, Collection<TopicPartition> places);

    /** Reads from the end of all partitions of the topics, with no cursor: may lose what it does not see in time. */
    Reader tail(Collection<String> topics);

    /**
     * Reads as one of many workers on the same partitions; the log counts the deliveries of each record.
     *
     * @throws LogException if the log has not the capability {@link Capability#SHARE}
     */
    ShareReader share(String group, Collection<String> topics, Duration lockDuration);

    List<String> groups();

    /** Next offset a group will read, where it has committed one; of a share group, the offset below which all is done. */
    OptionalLong committed(String group, TopicPartition place);

    /** Sets a group's offsets from outside. Refused while the group has live members. */
    void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets);

    @Override
    void close();
}
