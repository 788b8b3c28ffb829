package daybook.events;

import java.nio.charset.StandardCharsets;

/** Walks over a JSON text byte by byte. Allocates only the strings that are asked for. Confined to one thread. */
final class JsonScanner {
    static final int MAX_DEPTH = 32;
    private static final int MAX_DIGITS = 18;

    private final byte[] text;
    private int at;
    private boolean beyondAscii;

    JsonScanner(byte[] text) {
        this.text = text;
    }

    int at() {
        return at;
    }

    void white() {
        // Nearly always there is none, and whatever stands there is above all of it.
        while (at < text.length && text[at] <= ' ' && isWhite(text[at])) {
            at++;
        }
    }

    boolean accept(char c) {
        if (at < text.length && text[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    void expect(char c) {
        if (!accept(c)) {
            throw wrong("'" + c + "'");
        }
    }

    /** Whether a string that was skipped over holds more than ASCII. */
    boolean beyondAscii() {
        return beyondAscii;
    }

    /** Nothing but white space may follow. */
    void end() {
        white();
        if (at < text.length) {
            throw wrong("the end");
        }
    }

    void skipString() {
        expect('"');
        while (true) {
            at = Ascii.endOfPlain(text, at);
            int c = next();
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                skipEscape();
            } else if (c > '~') {
                beyondAscii = true;
            } else {
                at--;
                throw wrong("an escaped control character");
            }
        }
    }

    /** Moves behind a value of any kind. */
    void skipValue(int depth) {
        if (depth > MAX_DEPTH) {
            throw new EventFormatException("json: nested deeper than " + MAX_DEPTH + " at byte " + at);
        }
        int c = at < text.length ? text[at] : -1;
        switch (c) {
            case '"' -> skipString();
            case '{' -> skipNested('}', true, depth);
            case '[' -> skipNested(']', false, depth);
            case 't' -> skipWord("true");
            case 'f' -> skipWord("false");
            case 'n' -> skipWord("null");
            default -> skipNumber();
        }
    }

    /** The integer that starts at {@code from}, a place of a value that has been skipped over. */
    long integerAt(int from, String field) {
        byte[] bytes = text;
        boolean negative = bytes[from] == '-';
        int first = negative ? from + 1 : from;
        int most = Math.min(bytes.length, first + MAX_DIGITS);
        int i = first;
        long value = 0;
        while (i < most && isDigit(bytes[i])) {
            value = value * 10 + (bytes[i++] - '0');
        }
        if (i == first || (i < bytes.length && (isDigit(bytes[i]) || isFraction(bytes[i])))) {
            throw new EventFormatException(field + ": " + shown(from) + " (expected: an integer of at most 2^53-1)");
        }
        return negative ? -value : value;
    }

    boolean flagAt(int from, String field) {
        if (text[from] != 't' && text[from] != 'f') {
            throw new EventFormatException(field + ": " + shown(from) + " (expected: true or false)");
        }
        return text[from] == 't';
    }

    String textAt(int from, String field) {
        if (text[from] != '"') {
            throw new EventFormatException(field + ": " + shown(from) + " (expected: a string)");
        }
        int end = Ascii.endOfPlain(text, from + 1);
        if (text[end] == '"') {
            return new String(text, from + 1, end - from - 1, StandardCharsets.ISO_8859_1);
        }
        return withEscapes(from + 1, field);
    }

    /** Where the closing quote is of a string that has been skipped over and begins with the quote at {@code from}. */
    int stringEnd(int from) {
        int end = from + 1;
        while (text[end] != '"') {
            end += text[end] == '\\' ? 2 : 1;
        }
        return end;
    }

    /** Whether there is a backslash between two places. */
    boolean hasEscapes(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    private void skipNested(char close, boolean named, int depth) {
        at++;
        white();
        if (accept(close)) {
            return;
        }
        do {
            white();
            if (named) {
                skipString();
                white();
                expect(':');
                white();
            }
            skipValue(depth + 1);
            white();
        } while (accept(','));
        expect(close);
    }

    private void skipWord(String word) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
    }

    private void skipNumber() {
        if (at < text.length && text[at] == '-') {
            at++;
        }
        if (!accept('0')) {
            skipDigits();
        }
        if (accept('.')) {
            skipDigits();
        }
        if (accept('e') || accept('E')) {
            if (at < text.length && (text[at] == '+' || text[at] == '-')) {
                at++;
            }
            skipDigits();
        }
    }

    private void skipDigits() {
        byte[] bytes = text;
        int end = at;
        while (end < bytes.length && isDigit(bytes[end])) {
            end++;
        }
        if (end == at) {
            throw wrong("a value");
        }
        at = end;
    }

    private void skipEscape() {
        int c = next();
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                if (Character.digit(next(), 16) < 0) {
                    at--;
                    throw wrong("four hexadecimal digits");
                }
            }
        } else if ("\"\\/bfnrt".indexOf(c) < 0) {
            at--;
            throw wrong("an escape");
        }
    }

    private int next() {
        if (at == text.length) {
            throw wrong("more");
        }
        return text[at++] & 0xFF;
    }

    private String withEscapes(int from, String field) {
        int end = stringEnd(from - 1);
        String raw = new String(text, from, end - from, StandardCharsets.UTF_8);
        StringBuilder plain = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else if (raw.charAt(++i) == 'u') {
                plain.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                i += 4;
            } else {
                plain.append(unescaped(raw.charAt(i)));
            }
        }
        refuseHalfCharacters(plain, field);
        return plain.toString();
    }

    private static void refuseHalfCharacters(CharSequence text, String field) {
        if (text.codePoints().anyMatch(p -> p >= Character.MIN_SURROGATE && p <= Character.MAX_SURROGATE)) {
            throw new EventFormatException(field + ": half a character (expected: surrogates in pairs)");
        }
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> c;
        };
    }

    private String shown(int from) {
        int end = Math.min(text.length, from + 24);
        return new String(text, from, end - from, StandardCharsets.UTF_8);
    }

    private EventFormatException wrong(String expected) {
        String found = at < text.length ? "'" + (char) (text[at] & 0xFF) + "'" : "the end";
        return new EventFormatException("json: " + found + " at byte " + at + " (expected: " + expected + ")");
    }

    private static boolean isWhite(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isFraction(byte b) {
        return b == '.' || b == 'e' || b == 'E';
    }
}
