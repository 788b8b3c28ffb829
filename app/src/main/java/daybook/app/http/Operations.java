package daybook.app.http;

import daybook.app.dlq.DeadLetterBox;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What the HTTP door asks the process it belongs to. Safe for many threads; quick. */
public interface Operations extends ProcessHealth {

    /** Writes one record to a topic, durably. Answers topic, partition, offset. */
    Map<String, Object> produce(String topic, String key, String value, Optional<Integer> partition);

    /** How many partitions a topic has; empty if there is no such topic. */
    OptionalInt partitions(String topic);

    /** Where a reader of a partition may go on: from its first record to its end, both included. */
    Range offsets(String topic, int partition);

    /** From and to, both included. */
    record Range(long from, long to) {}

    /** Whether only the publisher writes a topic, from the journal: a record of anybody else there is of an event that never was. */
    boolean isPublishers(String topic);

    /** Sets a group's next offset of one partition. */
    void resetOffset(String group, String topic, int partition, long offset);

    /** What services have put aside. */
    DeadLetterBox deadLetters();

    /** Begins to build a service's tables again, from the log or from the snapshot left in its place; false if that is under way. */
    boolean rebuild(String service, boolean fromSnapshot);

    /** How it goes: state, read, end, message. Empty if there is no such service here, or it cannot be built again. */
    Optional<Map<String, Object>> rebuilding(String service);

    /** Deletes what every reader is done with. Answers how many rows went. */
    Map<String, Object> purge(String store, boolean dryRun);
}
