package daybook.events;

import java.nio.ByteBuffer;

/** Takes a name out of a payload without garbage. */
public interface AsciiTarget {
    /**
     * Copies bytes that are ASCII.
     *
     * @param from little endian; its position and limit stay as they are
     * @throws IllegalArgumentException if they are too many
     */
    void set(ByteBuffer from, int at, int count);
}
