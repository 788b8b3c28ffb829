package daybook.exchange.replay;

/**
 * A command file, or an option that goes with it, cannot be run as it stands. The message is one line for the user: {@code
 * FILE:LINE: column: value (expected ...)}. Running the same file again cannot succeed.
 */
public final class ReplayException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN_CHARS = 80;

    public ReplayException(String message) {
        super(message);
    }

    static ReplayException badRow(String file, long line, String column, String value, String expected) {
        return new ReplayException(
                file + ":" + line + ": " + column + ": " + shown(value) + " (expected " + expected + ")");
    }

    /** What a stranger's file holds must not reach a terminal raw, nor fill it. */
    private static String shown(String value) {
        if (value.isEmpty()) {
            return "blank";
        }
        StringBuilder text = new StringBuilder();
        value.codePoints()
                .limit(MAX_SHOWN_CHARS)
                .forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text.length() < value.length() ? text + "..." : text.toString();
    }
}
