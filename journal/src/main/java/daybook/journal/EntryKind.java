package daybook.journal;

/** Frame kinds of a journal file. Values are part of the format. */
public final class EntryKind {
    /** Heads a batch; its number is the batch number. */
    public static final byte BATCH = 1;
    /** A command; its number is the commandSeq. First of its group. */
    public static final byte COMMAND = 2;
    /** An event; its number is the seq. Follows the command that caused it. */
    public static final byte EVENT = 3;
    /** Says that the journal was closed in order; nothing follows in this segment. */
    public static final byte CLEAN_CLOSE = 4;

    private EntryKind() {}
}
