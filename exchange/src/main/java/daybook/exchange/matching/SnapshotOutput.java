package daybook.exchange.matching;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Little-endian bytes of a snapshot, handed on chunk by chunk so that a large state needs no second copy in memory. */
public final class SnapshotOutput {
    private final ByteBuffer chunk;
    private final Consumer<ByteBuffer> to;

    /**
     * @param chunkBytes at least 512
     * @param to takes the bytes between position and limit of each chunk during the call; the buffer is used again
     */
    public SnapshotOutput(int chunkBytes, Consumer<ByteBuffer> to) {
        if (chunkBytes < 512) {
            throw new IllegalArgumentException("chunkBytes: " + chunkBytes + " (expected: at least 512)");
        }
        this.chunk = ByteBuffer.allocate(chunkBytes).order(ByteOrder.LITTLE_ENDIAN);
        this.to = to;
    }

    void putLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    void putInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    void putByte(int value) {
        room(1).put((byte) value);
    }

    void putFlag(boolean flag) {
        putByte(flag ? 1 : 0);
    }

    @SuppressWarnings("EnumOrdinal") // the order of the constants is part of the format
    void putConstant(Enum<?> constant) {
        putByte(constant.ordinal());
    }

    void putName(CharSequence name) {
        int length = name.length();
        ByteBuffer room = room(1 + length);
        room.put((byte) length);
        for (int i = 0; i < length; i++) {
            room.put((byte) name.charAt(i));
        }
    }

    /** Hands on what is left; to be called once, at the end. */
    public void finish() {
        if (chunk.position() > 0) {
            to.accept(chunk.flip());
            chunk.clear();
        }
    }

    private ByteBuffer room(int bytes) {
        if (chunk.remaining() < bytes) {
            finish();
        }
        return chunk;
    }
}
