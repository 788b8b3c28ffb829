package daybook.journal;

import java.nio.ByteBuffer;

/** Shown entries one by one. */
@FunctionalInterface
public interface EntryVisitor {
    /**
     * One entry.
     *
     * @param kind {@link EntryKind#COMMAND} or {@link EntryKind#EVENT}
     * @param number its commandSeq or seq
     * @param payload little endian, read-only in spirit; valid only during the call
     * @param lastOfGroup whether the group (a command and its events) ends here
     */
    void entry(byte kind, long number, ByteBuffer payload, boolean lastOfGroup);
}
