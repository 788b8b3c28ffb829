package daybook.app.dlq;

/** A decision about a dead letter cannot be made; the message says why, and what was expected. */
public final class LetterRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Why not. */
    public enum Kind {
        /** There is no letter of this id. */
        NOT_THERE,
        /** What was given does not make sense: the service could not read it either. */
        INVALID,
        /** The letter is in a state that does not allow it. */
        CONFLICT,
        /** It was asked for, and the service has not answered in time. */
        NO_ANSWER
    }

    LetterRefused(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
