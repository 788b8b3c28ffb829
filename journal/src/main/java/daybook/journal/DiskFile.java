package daybook.journal;

import java.nio.ByteBuffer;

/** An open file of a {@link Disk}. Positioned access only. Writes and forces are made by one thread at a time; reads are safe for many. */
public interface DiskFile extends AutoCloseable {

    /**
     * Reads at a position until {@code target} is full or the file ends.
     *
     * @return bytes read; 0 at or behind the end
     */
    int read(ByteBuffer target, long position);

    /** Writes all remaining bytes at a position, extending the file if needed. They are not durable until {@link #force}. */
    void write(ByteBuffer source, long position);

    /** Makes everything written so far, and the size, durable. After a failure nothing about the file is known any more. */
    void force();

    long sizeBytes();

    /** Shortens the file. */
    void truncate(long sizeBytes);

    @Override
    void close();
}
