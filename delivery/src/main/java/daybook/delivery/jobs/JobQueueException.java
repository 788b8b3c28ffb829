package daybook.delivery.jobs;

/** The store of a queue cannot do what was asked. One line for people. */
public final class JobQueueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** Away for now: ask again. */
        AWAY,
        /** A topic that the queue needs is not there; it makes none. */
        NO_TOPIC,
        /** This driver cannot do it. */
        UNSUPPORTED,
        REFUSED
    }

    private final Kind kind;

    public JobQueueException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public JobQueueException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
