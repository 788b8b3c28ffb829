package daybook.posttrade;

/**
 * U+0000, which JSON can spell and PostgreSQL's text cannot hold. A record with it is parked, on SQLite too: a refusal of the
 * database would look like an outage, and be tried again for ever.
 */
public final class UnstorableText {
    public static final String REASON = "text: holds U+0000 (expected: text without it)";

    private UnstorableText() {}

    /** Whether a JSON text spells it anywhere. */
    public static boolean isInJson(byte[] json) {
        for (int at = 0; at + 5 < json.length; at++) {
            if (json[at] == '\\') {
                if (json[at + 1] == 'u' && isZeros(json, at + 2)) {
                    return true;
                }
                at++; // what a backslash escapes begins nothing
            }
        }
        return false;
    }

    /** Whether it is in a text. */
    public static boolean isIn(String text) {
        return text.indexOf('\0') >= 0;
    }

    private static boolean isZeros(byte[] json, int from) {
        return json[from] == '0' && json[from + 1] == '0' && json[from + 2] == '0' && json[from + 3] == '0';
    }
}
