package daybook.exchange.matching;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A 64-bit hash over the bytes of a snapshot, eight at a time. Guards against mistakes, not against an attacker. */
final class StateHash implements Consumer<ByteBuffer> {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private long hash;

    @Override
    public void accept(ByteBuffer chunk) {
        while (chunk.remaining() >= Long.BYTES) {
            mix(chunk.getLong());
        }
        while (chunk.hasRemaining()) {
            mix(chunk.get() & 0xFF);
        }
    }

    private void mix(long value) {
        hash = (hash ^ value) * PRIME;
        hash ^= hash >>> 29;
    }

    long value() {
        return hash;
    }
}
