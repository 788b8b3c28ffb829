package daybook.delivery;

import daybook.log.StoredRecord;
import java.nio.ByteBuffer;

/** A key of a topic: order matters within it. */
record RecordKey(String topic, ByteBuffer bytes) {
    static RecordKey of(StoredRecord record) {
        return new RecordKey(
                record.place().topic(), ByteBuffer.wrap(record.record().key()));
    }
}
