package daybook.delivery;

import org.jspecify.annotations.Nullable;

/** What a consumer knows about one of its partitions. */
final class Place {
    /** As it is in the database. */
    Cursor cursor;

    /** Offset of the next record to take; above the cursor while a batch is being built. */
    long expected;

    /** The reader was sent to {@link #expected}: what comes next is the next there is. */
    boolean sought;

    /** Why this partition is no longer read. */
    @Nullable
    String stopped;

    Place(Cursor cursor) {
        this.cursor = cursor;
        this.expected = cursor.nextOffset();
    }
}
