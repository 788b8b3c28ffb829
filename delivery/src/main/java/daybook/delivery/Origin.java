package daybook.delivery;

import daybook.log.StoredRecord;
import daybook.log.TopicPartition;

/** Where a record lies. After a log went back another one may lie there: {@link #digest} tells them apart. */
record Origin(TopicPartition place, long offset, long digest) {
    static Origin of(StoredRecord record) {
        return new Origin(record.place(), record.offset(), RecordDigest.of(record.record()));
    }
}
