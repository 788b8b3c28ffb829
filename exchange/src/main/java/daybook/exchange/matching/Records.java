package daybook.exchange.matching;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbered records of a fixed size, in chunks. Growing adds a chunk and copies nothing, so the millionth order is as quick as the
 * first; there is no object per record, so the garbage collector has nothing to walk.
 *
 * <p>Fields are named by their offset in bytes. A link is a field of its own, not half of a word: it is then written without being
 * read, and the processor does not have to wait for a neighbour's cache line.
 */
final class Records {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

    private final int sizeBits;
    private byte[][] chunks = new byte[8][];
    private int chunkCount;

    /** @param sizeBits each record has 2^sizeBits bytes */
    Records(int sizeBits) {
        this.sizeBits = sizeBits;
    }

    /** Makes room for a record; its bytes are 0 if it is new. */
    void reach(int record) {
        int chunk = record >>> CHUNK_BITS;
        while (chunk >= chunkCount) {
            if (chunkCount == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunkCount * 2);
            }
            chunks[chunkCount++] = new byte[1 << CHUNK_BITS + sizeBits];
        }
    }

    long getLong(int record, int field) {
        return (long) LONGS.get(chunks[record >>> CHUNK_BITS], ((record & CHUNK_MASK) << sizeBits) + field);
    }

    void setLong(int record, int field, long value) {
        LONGS.set(chunks[record >>> CHUNK_BITS], ((record & CHUNK_MASK) << sizeBits) + field, value);
    }

    int getInt(int record, int field) {
        return (int) INTS.get(chunks[record >>> CHUNK_BITS], ((record & CHUNK_MASK) << sizeBits) + field);
    }

    void setInt(int record, int field, int value) {
        INTS.set(chunks[record >>> CHUNK_BITS], ((record & CHUNK_MASK) << sizeBits) + field, value);
    }
}
