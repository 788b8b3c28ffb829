package daybook.log;

/** The offset is not there: retention dropped it, or it was never reached. Never handled by jumping silently. */
public final class OffsetOutOfRangeException extends LogException {
    private static final long serialVersionUID = 1L;

    private final TopicPartition place;
    private final long offset;
    private final long start;
    private final long end;

    public OffsetOutOfRangeException(TopicPartition place, long offset, long start, long end) {
        super(
                Kind.OFFSET_OUT_OF_RANGE,
                place + ": offset " + offset + " is not there (expected: " + start + ".." + end + ")");
        this.place = place;
        this.offset = offset;
        this.start = start;
        this.end = end;
    }

    public TopicPartition place() {
        return place;
    }

    public long offset() {
        return offset;
    }

    public long start() {
        return start;
    }

    public long end() {
        return end;
    }
}
