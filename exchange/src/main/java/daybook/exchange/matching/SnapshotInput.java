package daybook.exchange.matching;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads what {@link SnapshotOutput} wrote, from one buffer of up to 2 GiB. */
public final class SnapshotInput {
    private final ByteBuffer from;

    /** @param from the whole snapshot between position and limit; neither moves */
    public SnapshotInput(ByteBuffer from) {
        this.from = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    long getLong() {
        try {
            return from.getLong();
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    int getInt() {
        try {
            return from.getInt();
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    int getByte() {
        try {
            return from.get();
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    boolean getFlag() {
        int flag = getByte();
        if (flag < 0 || flag > 1) {
            throw new SnapshotFormatException("flag: " + flag + " (expected: 0 or 1)");
        }
        return flag == 1;
    }

    int getCount() {
        int count = getInt();
        if (count < 0) {
            throw new SnapshotFormatException("count: " + count + " (expected: at least 0)");
        }
        return count;
    }

    int getIndex(int size) {
        int index = getInt();
        if (index < 0 || index >= size) {
            throw new SnapshotFormatException("index: " + index + " (expected: 0.." + (size - 1) + ")");
        }
        return index;
    }

    String getName() {
        int length = getByte() & 0xFF;
        StringBuilder name = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            name.append((char) getByte());
        }
        return name.toString();
    }

    /** A name, without garbage. */
    void getName(Ascii to) {
        int length = getByte() & 0xFF;
        int at = from.position();
        if (length > from.remaining()) {
            throw cut(new BufferUnderflowException());
        }
        for (int i = 0; i < length; i++) {
            if (from.get(at + i) <= 0) {
                throw new SnapshotFormatException("name: a byte of " + from.get(at + i) + " (expected: ASCII)");
            }
        }
        try {
            to.set(from, at, length);
        } catch (IllegalArgumentException tooLong) {
            throw new SnapshotFormatException(String.valueOf(tooLong.getMessage()), tooLong);
        }
        from.position(at + length);
    }

    <E extends Enum<E>> E getConstant(E[] constants) {
        int ordinal = getByte();
        if (ordinal < 0 || ordinal >= constants.length) {
            throw new SnapshotFormatException("code: " + ordinal + " (expected: 0.." + (constants.length - 1) + ")");
        }
        return constants[ordinal];
    }

    void expectEnd() {
        if (from.hasRemaining()) {
            throw new SnapshotFormatException("length: " + from.remaining() + " bytes too many (expected: the end)");
        }
    }

    private SnapshotFormatException cut(BufferUnderflowException cause) {
        return new SnapshotFormatException(
                "length: " + from.limit() + " bytes (expected: more, it is cut short)", cause);
    }
}
