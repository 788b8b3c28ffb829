package daybook.lab.check;

/** What lies there cannot be checked: damaged, missing, or of a format that this reader does not know. Names file and place. */
public final class CheckException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CheckException(String message) {
        super(message);
    }

    CheckException(String message, Throwable cause) {
        super(message, cause);
    }
}
