package daybook.app.strategies;

/** What was asked for is not possible. The message may be shown to whoever asked. */
public final class StrategyRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why not. */
    public enum Kind {
        /** There is no such strategy, or no such intent. */
        NOT_THERE,
        /** It cannot be set up like that. */
        INVALID,
        /** Not as things stand. */
        CONFLICT
    }

    private final Kind kind;

    StrategyRefused(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
