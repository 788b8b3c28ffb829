package daybook.events;

import java.time.Duration;
import java.util.List;

/**
 * One row of the topic table.
 *
 * @param name without prefix; {@link Topics#fullName} adds it
 * @param key what the record key is: the correctness domain, within which order matters
 * @param retention how long records are kept at least; {@link #FOREVER} = for ever
 * @param policy how a record gets onto the topic
 * @param writtenBy roles
 * @param readBy roles
 */
public record Topic(
        String name,
        Key key,
        int partitions,
        Duration retention,
        Policy policy,
        List<String> writtenBy,
        List<String> readBy) {

    public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** What the key of a record is. */
    public enum Key {
        /** The symbol; "" for events of the whole venue. */
        SYMBOL,
        /** The account id. */
        ACCOUNT,
        /** {@code bar:{venue}:{market}:{market_type}:{instrument_id}:{timeframe}}. */
        BAR,
        /** {@code strategy:{id}}. */
        STRATEGY,
        /** {@code strategy-shard:{n}}; the partition is n modulo the number of partitions, not murmur2. */
        SHARD,
        /** {@code account:{venue}:{account}:{type}}. */
        EXECUTION_ACCOUNT,
        /** The channel's name. */
        CHANNEL,
        /** The job's unique key, else its id. */
        JOB,
        /** The key of the record that was set aside. */
        ORIGINAL
    }

    /** How a record gets onto the topic, and so what a crash can do to it. */
    public enum Policy {
        /** From the durable journal: never lost, maybe there twice. */
        JOURNAL_TAIL,
        /** From an outbox row written with the state change: never lost, maybe there twice. */
        OUTBOX,
        /** Best effort beside a state that does not depend on it: may be lost. */
        MIRROR,
        /** Made again from its source with the same ids until the source is committed: never lost, maybe there twice. */
        DERIVED,
        /** The writer waits for the log's answer and tells its caller: lost only with an error. */
        ANSWERED
    }

    public Topic {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions: " + partitions + " (expected: at least 1)");
        }
        writtenBy = List.copyOf(writtenBy);
        readBy = List.copyOf(readBy);
    }
}
