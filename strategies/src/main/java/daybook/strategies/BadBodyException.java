package daybook.strategies;

/** A body on a topic of this module that is not what it should be; the message names the field. */
public final class BadBodyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadBodyException(String message) {
        super(message);
    }
}
