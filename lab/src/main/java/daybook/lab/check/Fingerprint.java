package daybook.lab.check;

import java.nio.charset.StandardCharsets;

/**
 * 64 bits that two sets of named values share only if they are equal (but for an accident of one in 2^64). The order of the
 * fields does not matter. It stands for an event while millions of them are compared.
 */
final class Fingerprint {
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Fingerprint() {}

    static long ofBytes(byte[] bytes, int from, int to) {
        long hash = FNV_START;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * FNV_PRIME;
        }
        return hash;
    }

    static long ofText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ofBytes(bytes, 0, bytes.length);
    }

    /** A field's share, to be added up. */
    static long text(long nameHash, long textHash) {
        return mix(nameHash + mix(textHash ^ 0x1L));
    }

    static long number(long nameHash, long number) {
        return mix(nameHash + mix(number * 0x9e3779b97f4a7c15L + 2));
    }

    static long flag(long nameHash, boolean flag) {
        return mix(nameHash + (flag ? 0x51afd7edL : 0x23456789abL));
    }

    /** The finalizer of splitmix64. */
    private static long mix(long x) {
        long z = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
