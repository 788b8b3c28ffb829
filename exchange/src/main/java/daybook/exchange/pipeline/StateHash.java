package daybook.exchange.pipeline;

import java.nio.ByteBuffer;

/** A 64-bit hash (FNV-1a) of a state's bytes: tells states apart; no defence against somebody who means harm. */
final class StateHash {
    private static final long START = 0xCBF29CE484222325L;
    private static final long PRIME = 0x100000001B3L;

    private long hash = START;

    void add(ByteBuffer bytes) {
        long h = hash;
        for (int at = bytes.position(); at < bytes.limit(); at++) {
            h = (h ^ (bytes.get(at) & 0xFF)) * PRIME;
        }
        hash = h;
    }

    long value() {
        return hash;
    }
}
