package daybook.journal;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What may follow what in a segment, and with which numbers: batch heads, each followed by its groups; a group is a command and
 * its events, the last entry flagged; at most one end mark, with nothing behind it. The one description of it in code: the scan
 * at open, the tailer and {@code verify} all use it. Confined to one thread.
 */
final class FrameGrammar {
    /** Flag of the last entry of a group. */
    static final byte LAST_OF_GROUP = 1;

    private final Stamp stamp = new Stamp();
    private long nextBatch;
    private long nextCommandSeq;
    private long nextSeq;
    private long batchStart;
    private long batchEnd;
    private boolean inGroup;
    private boolean ended;

    FrameGrammar(SegmentHeader header) {
        begin(header);
    }

    /** At the start of a segment. */
    void begin(SegmentHeader header) {
        nextBatch = header.baseBatch();
        nextCommandSeq = header.baseCommandSeq();
        nextSeq = header.baseSeq();
        batchStart = SegmentHeader.BYTES;
        batchEnd = SegmentHeader.BYTES;
        inGroup = false;
        ended = false;
    }

    /**
     * Takes the next frame, whose checksums are good.
     *
     * @return what is wrong with it, if anything; then nothing has changed here
     */
    Optional<String> accept(ByteBuffer buffer, int at, long position) {
        byte kind = Frame.kind(buffer, at);
        if (ended) {
            return Optional.of("something follows the end mark");
        }
        return switch (kind) {
            case EntryKind.BATCH, EntryKind.CLEAN_CLOSE -> acceptStamp(buffer, at, position);
            case EntryKind.COMMAND, EntryKind.EVENT -> acceptEntry(buffer, at, position);
            default -> Optional.of("kind: " + kind + " (expected: 1..4)");
        };
    }

    /** Whether the position behind the last accepted frame is the end of a batch (or the start of the segment). */
    boolean betweenBatches(long position) {
        return position == batchEnd;
    }

    /** Whether a segment begins where this one, of which all up to {@code position} was accepted, may end. */
    boolean isFollowedBy(SegmentHeader next, long position) {
        return (ended || betweenBatches(position))
                && next.baseBatch() == nextBatch
                && next.baseCommandSeq() == nextCommandSeq
                && next.baseSeq() == nextSeq;
    }

    boolean inGroup() {
        return inGroup;
    }

    /** Whether the end mark was seen. */
    boolean ended() {
        return ended;
    }

    /** What the last accepted batch head or end mark says. */
    Stamp stamp() {
        return stamp;
    }

    /** Where the head of the last accepted batch lies. */
    long batchStart() {
        return batchStart;
    }

    long nextBatch() {
        return nextBatch;
    }

    long nextCommandSeq() {
        return nextCommandSeq;
    }

    long nextSeq() {
        return nextSeq;
    }

    private Optional<String> acceptStamp(ByteBuffer buffer, int at, long position) {
        if (position != batchEnd) {
            return Optional.of("a batch head inside a batch");
        }
        if (Frame.flags(buffer, at) != 0) {
            return Optional.of("flags: " + Frame.flags(buffer, at) + " (expected: 0)");
        }
        if (!stamp.read(buffer, at) || stamp.offset != position) {
            return Optional.of("a batch head that does not belong here");
        }
        if (stamp.batch != nextBatch) {
            return Optional.of("batch: " + stamp.batch + " (expected: " + nextBatch + ")");
        }
        if (stamp.nextCommandSeq != nextCommandSeq || stamp.nextSeq != nextSeq) {
            return Optional.of("batch " + stamp.batch + " starts at commandSeq " + stamp.nextCommandSeq + ", seq "
                    + stamp.nextSeq + " (expected: " + nextCommandSeq + ", " + nextSeq + ")");
        }
        if (stamp.kind == EntryKind.CLEAN_CLOSE) {
            ended = true;
            return Optional.empty();
        }
        nextBatch++;
        batchStart = position;
        batchEnd = position + Stamp.FRAME_BYTES + stamp.groupBytes;
        return Optional.empty();
    }

    private Optional<String> acceptEntry(ByteBuffer buffer, int at, long position) {
        boolean command = Frame.kind(buffer, at) == EntryKind.COMMAND;
        long number = Frame.number(buffer, at);
        long expected = command ? nextCommandSeq : nextSeq;
        if (number != expected) {
            return Optional.of((command ? "commandSeq: " : "seq: ") + number + " (expected: " + expected + ")");
        }
        byte flags = Frame.flags(buffer, at);
        if ((flags & ~LAST_OF_GROUP) != 0) {
            return Optional.of("flags: " + flags + " (expected: 0 or " + LAST_OF_GROUP + ")");
        }
        if (command == inGroup) {
            return Optional.of(command ? "a command inside a group" : "an event outside a group");
        }
        boolean last = flags == LAST_OF_GROUP;
        long end = position + Frame.sizeOf(Frame.payloadBytes(buffer, at));
        if (end > batchEnd || (end == batchEnd && !last)) {
            return Optional.of("the group does not end inside its batch");
        }
        if (command) {
            nextCommandSeq++;
        } else {
            nextSeq++;
        }
        inGroup = !last;
        return Optional.empty();
    }
}
