package daybook.app.security;

/** Makes text from outside fit for one line of a log or a terminal. */
public final class SafeText {
    private static final int MAX_CHARS = 256;

    private SafeText() {}

    /** Control, escape and direction characters become {@code \\uXXXX}; longer than 256 characters is cut. */
    public static String oneLine(String text) {
        StringBuilder out = new StringBuilder();
        int end = Math.min(text.length(), MAX_CHARS);
        append(out, text, end);
        return end < text.length() ? out.append("...").toString() : out.toString();
    }

    /** The same, whole. */
    public static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        append(out, text, text.length());
        return out.toString();
    }

    private static void append(StringBuilder out, String text, int end) {
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isUnsafe(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
    }

    private static boolean isUnsafe(char c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || c == '\\';
    }
}
