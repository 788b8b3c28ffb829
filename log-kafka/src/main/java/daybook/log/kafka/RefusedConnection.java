package daybook.log.kafka;

import daybook.log.LogException;
import java.io.IOException;

/** Why a broker's port cannot be used, as the rest of a sentence that begins with its address; and what would have to be there. */
final class RefusedConnection extends IOException {
    private static final long serialVersionUID = 1L;

    private final LogException.Kind kind;
    private final String expected;

    private RefusedConnection(LogException.Kind kind, String what, String expected) {
        super(what);
        this.kind = kind;
        this.expected = expected;
    }

    /** Nothing to be had there, now. */
    static RefusedConnection unavailable(String what, String expected) {
        return new RefusedConnection(LogException.Kind.UNAVAILABLE, what, expected);
    }

    /** One side does not accept who the other is. */
    static RefusedConnection denied(String what, String expected) {
        return new RefusedConnection(LogException.Kind.DENIED, what, expected);
    }

    LogException.Kind kind() {
        return kind;
    }

    String what() {
        return String.valueOf(getMessage());
    }

    String expected() {
        return expected;
    }
}
