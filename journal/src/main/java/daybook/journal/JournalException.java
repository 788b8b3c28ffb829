package daybook.journal;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A journal cannot be trusted or used as it lies there. The message names the file, the offset and the number concerned. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** Stored bytes are damaged where they must not be. Nothing was changed. */
        DAMAGED,
        /** The journal ends below a line that somebody else saw as durable. Nothing was changed. */
        BEHIND,
        /** Segments are missing, doubled or do not follow each other. Nothing was changed. */
        BROKEN_CHAIN,
        /** Another venue's journal, or a format this build does not know. Nothing was changed. */
        FOREIGN,
        /** The entries asked for have been pruned. */
        NOT_KEPT,
        /** The writer stopped after a disk failure, or was closed. */
        STOPPED
    }

    private final Kind kind;
    private final transient @Nullable JournalPlace place;

    public JournalException(Kind kind, String message) {
        super(message);
        this.kind = kind;
        place = null;
    }

    private JournalException(Kind kind, Path file, JournalPlace place) {
        super(file + ": offset " + place.offset() + ", seq " + place.seq() + ": " + place.what());
        this.kind = kind;
        this.place = place;
    }

    /**
     * Damage at a place.
     *
     * @param seq the event that would have come next there
     */
    public static JournalException at(Kind kind, Path file, long offset, long seq, String what) {
        return new JournalException(kind, file, new JournalPlace(SegmentName.of(file), offset, seq, what));
    }

    /** Where, if it is at one place. */
    public Optional<JournalPlace> place() {
        return Optional.ofNullable(place);
    }

    public Kind kind() {
        return kind;
    }
}
