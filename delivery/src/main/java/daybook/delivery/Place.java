package daybook.delivery;

import daybook.log.StoredRecord;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a consumer knows about one of its partitions. */
final class Place {
    /** As it is in the database. */
    Cursor cursor;

    /** The topic as it was when this was taken over. */
    final UUID topicId;

    /** Offset of the next record to take; above the cursor while a batch is being built. */
    long expected;

    /** The record before {@link #expected}, if this consumer has taken it. */
    @Nullable
    StoredRecord last;

    /** The reader was sent to {@link #expected}: what comes next is the next there is. */
    boolean sought;

    /** Its cursor was set back because the log went back: the log is told so, too. */
    boolean wentBack;

    /** Why this partition is no longer read. */
    @Nullable
    String stopped;

    Place(Cursor cursor, UUID topicId) {
        this.cursor = cursor;
        this.topicId = topicId;
        this.expected = cursor.nextOffset();
    }

    /** Takes the record at an offset that is expected, or behind a gap that the log itself has. */
    void take(StoredRecord record) {
        expected = record.offset() + 1;
        last = record;
        sought = false;
    }

    /** The cursor behind everything taken. */
    Cursor reached() {
        StoredRecord before = last;
        return new Cursor(
                cursor.topicId(),
                expected,
                before == null ? OptionalLong.empty() : OptionalLong.of(RecordDigest.of(before.record())));
    }
}
