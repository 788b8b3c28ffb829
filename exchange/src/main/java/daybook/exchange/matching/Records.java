package daybook.exchange.matching;

import java.util.Arrays;

/**
 * Numbered records of a few words each, in chunks. Growing adds a chunk and copies nothing, so the millionth order is as quick as
 * the first; there is no object per record, so the garbage collector has nothing to walk.
 */
final class Records {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

    private final int wordBits;
    private long[][] chunks = new long[8][];
    private int chunkCount;

    /** @param wordBits each record has 2^wordBits words */
    Records(int wordBits) {
        this.wordBits = wordBits;
    }

    /** Makes room for a record; its words are 0 if it is new. */
    void reach(int record) {
        int chunk = record >>> CHUNK_BITS;
        while (chunk >= chunkCount) {
            if (chunkCount == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunkCount * 2);
            }
            chunks[chunkCount++] = new long[1 << CHUNK_BITS + wordBits];
        }
    }

    long get(int record, int word) {
        return chunks[record >>> CHUNK_BITS][((record & CHUNK_MASK) << wordBits) + word];
    }

    void set(int record, int word, long value) {
        chunks[record >>> CHUNK_BITS][((record & CHUNK_MASK) << wordBits) + word] = value;
    }

    int high(int record, int word) {
        return (int) (get(record, word) >>> 32);
    }

    int low(int record, int word) {
        return (int) get(record, word);
    }

    void setHigh(int record, int word, int value) {
        set(record, word, get(record, word) & 0xFFFF_FFFFL | (long) value << 32);
    }

    void setLow(int record, int word, int value) {
        set(record, word, get(record, word) & 0xFFFF_FFFF_0000_0000L | value & 0xFFFF_FFFFL);
    }

    static long pair(int high, int low) {
        return (long) high << 32 | low & 0xFFFF_FFFFL;
    }
}
