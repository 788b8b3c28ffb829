package daybook.app.jobs;

/** What was asked for is not possible. The message may be shown to whoever asked. */
public final class JobsRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why not. */
    public enum Kind {
        /** There is no such queue, or no such failed job. */
        NOT_THERE,
        /** It cannot be asked for like that. */
        INVALID,
        /** Not as things stand. */
        CONFLICT,
        /** The store does not answer now. */
        AWAY
    }

    private final Kind kind;

    JobsRefused(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
