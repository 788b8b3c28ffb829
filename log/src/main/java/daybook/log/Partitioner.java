package daybook.log;

/**
 * Which partition a key belongs to: {@code (murmur2(key) & 0x7fffffff) % partitions}, bit for bit as Apache Kafka's Java client
 * does it, so that a record has the same place on either log. Stateless.
 */
public final class Partitioner {
    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;

    private Partitioner() {}

    /** The partition of a key, 0..partitions-1. An empty key has one too. */
    public static int partition(byte[] key, int partitions) {
        // Not Math.abs: it is negative for Integer.MIN_VALUE.
        return (murmur2(key) & 0x7fffffff) % partitions;
    }

    /** MurmurHash2, 32 bits, of all bytes. */
    public static int murmur2(byte[] data) {
        int length = data.length;
        int hash = SEED ^ length;
        int whole = length & ~3;
        for (int i = 0; i < whole; i += 4) {
            int word = (data[i] & 0xff)
                    | ((data[i + 1] & 0xff) << 8)
                    | ((data[i + 2] & 0xff) << 16)
                    | ((data[i + 3] & 0xff) << 24);
            hash = (hash * MULTIPLIER) ^ mix(word);
        }
        return finish(hash, data, whole);
    }

    private static int mix(int word) {
        int mixed = word * MULTIPLIER;
        return (mixed ^ (mixed >>> 24)) * MULTIPLIER;
    }

    private static int finish(int body, byte[] data, int from) {
        int hash = body;
        if (from < data.length) {
            for (int i = data.length - 1; i >= from; i--) {
                hash ^= (data[i] & 0xff) << (8 * (i - from));
            }
            hash *= MULTIPLIER;
        }
        hash = (hash ^ (hash >>> 13)) * MULTIPLIER;
        return hash ^ (hash >>> 15);
    }
}
