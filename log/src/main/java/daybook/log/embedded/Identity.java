package daybook.log.embedded;

import java.nio.ByteBuffer;
import java.util.UUID;

/** Which partition of which topic a file belongs to; told by the file itself, so that files that were swapped are noticed. */
record Identity(UUID topicId, int partition) {
    static final int BYTES = 24;

    void put(ByteBuffer target, int at) {
        target.putLong(at, topicId.getMostSignificantBits());
        target.putLong(at + 8, topicId.getLeastSignificantBits());
        target.putInt(at + 16, partition);
        target.putInt(at + 20, LogFormat.VERSION);
    }

    boolean isAt(ByteBuffer source, int at) {
        return source.getLong(at) == topicId.getMostSignificantBits()
                && source.getLong(at + 8) == topicId.getLeastSignificantBits()
                && source.getInt(at + 16) == partition
                && source.getInt(at + 20) == LogFormat.VERSION;
    }
}
