package daybook.log;

/** An owner that has been replaced tried to write. */
public final class FencedException extends LogException {
    private static final long serialVersionUID = 1L;

    public FencedException(String message) {
        super(Kind.FENCED, message);
    }
}
