package daybook.delivery;

import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.charset.StandardCharsets;

/**
 * The record that a consumer has passed last, for its status.
 *
 * @param timeMs when it was written
 */
public record LastRecord(TopicPartition place, long offset, String key, long timeMs) {

    static LastRecord of(StoredRecord record) {
        return new LastRecord(
                record.place(),
                record.offset(),
                new String(record.record().key(), StandardCharsets.UTF_8),
                record.record().timeMs());
    }
}
