package daybook.lab.check;

/** The partitioner of Apache Kafka's Java client: 32-bit MurmurHash2 of the key, without the sign, modulo the partitions. */
final class Murmur2 {
    private static final int M = 0x5bd1e995;

    private Murmur2() {}

    static int partition(byte[] key, int partitions) {
        return (hash(key) & 0x7fffffff) % partitions;
    }

    static int hash(byte[] key) {
        int length = key.length;
        int h = 0x9747b28c ^ length;
        int whole = length & ~3;
        for (int i = 0; i < whole; i += 4) {
            int k = Bytes.i32(key, i) * M;
            h = (h * M) ^ ((k ^ (k >>> 24)) * M);
        }
        if (whole < length) {
            int rest = 0;
            for (int i = length - 1; i >= whole; i--) {
                rest = (rest << 8) | (key[i] & 0xFF);
            }
            h = (h ^ rest) * M;
        }
        h = (h ^ (h >>> 13)) * M;
        return h ^ (h >>> 15);
    }
}
