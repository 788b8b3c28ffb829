package daybook.log;

import java.util.OptionalInt;

/**
 * Writes records. Confined to one thread; acknowledgements arrive on that thread, inside {@link #flush} or {@link #poll}.
 *
 * <p>{@link #send} buffers. {@link #flush} makes everything sent so far durable (one append batch; each touched file is forced
 * once) and acknowledges it. An acknowledged record survives a crash.
 */
public interface Producer extends AutoCloseable {

    /** A seq that asks for no deduplication. */
    long NO_SEQ = -1;

    /** Told once per record sent. */
    interface Acknowledgement {
        /** The record is durable at this place. */
        void stored(TopicPartition place, long offset);

        /** (producer, seq) is in that partition already; nothing was written. */
        void duplicate(TopicPartition place);

        /** The record is not, or not surely, on the log. Records sent after it may be. */
        void failed(LogException error);
    }

    /**
     * Hands over one record.
     *
     * @param partition a partition the caller chose; else murmur2 of the key decides
     * @param seq identifies the record for deduplication within (producer, partition), or {@link #NO_SEQ}
     * @throws LogException if the topic does not exist, or of kind TOO_LARGE if the log does not take such a record; nothing is
     *     sent then
     */
    void send(String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement);

    /** Delivers the acknowledgements that have arrived, without waiting. Returns how many. */
    int poll();

    /** Waits, up to the deadline, until each record sent has been stored or has failed. */
    void flush();

    /** Closes without waiting; what was not flushed is failed. */
    @Override
    void close();
}
