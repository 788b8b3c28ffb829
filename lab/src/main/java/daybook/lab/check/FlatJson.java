package daybook.lab.check;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Walks over one flat JSON object whose values are strings, integers, true or false. Anything else is {@link Wrong}. Used again
 * for each record; allocates only the strings that are asked for.
 */
final class FlatJson {

    /** It is not such an object. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String message) {
            super(message);
        }
    }

    /** Kinds of value. */
    enum Kind {
        TEXT,
        NUMBER,
        FLAG
    }

    private byte[] in = new byte[0];
    private int at;
    private int end;
    private boolean started;
    private Kind kind = Kind.FLAG;
    private long number;
    private boolean flag;
    private final Text name = new Text();
    private final Text text = new Text();

    /** Bytes of a string: in place, or unescaped elsewhere. */
    private static final class Text {
        byte[] bytes = new byte[0];
        int from;
        int to;
        byte[] own = new byte[0];

        @Override
        public String toString() {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
    }

    /** The fields of a record, by name: texts, longs and flags. {@link CheckException} if it is not such an object. */
    static Map<String, Object> fields(RecordSource.Found found) {
        Map<String, Object> fields = new HashMap<>();
        FlatJson json = new FlatJson();
        try {
            json.open(found.value(), 0, found.value().length);
            while (json.next()) {
                Object value = switch (json.kind()) {
                    case TEXT -> json.text();
                    case NUMBER -> json.number();
                    case FLAG -> json.flag();
                };
                fields.put(json.name(), value);
            }
            return fields;
        } catch (Wrong e) {
            throw new CheckException("partition " + found.partition() + ", offset " + found.offset()
                    + ": not a flat object: " + e.getMessage() + ": "
                    + new String(found.value(), StandardCharsets.UTF_8));
        }
    }

    void open(byte[] bytes, int from, int to) throws Wrong {
        in = bytes;
        at = from;
        end = to;
        started = false;
        white();
        expect('{');
    }

    /** Moves to the next field; false at the end of the object, behind which nothing may follow. */
    boolean next() throws Wrong {
        white();
        if (accept('}')) {
            white();
            if (at != end) {
                throw wrong("the end");
            }
            return false;
        }
        if (started) {
            expect(',');
            white();
        }
        started = true;
        string(name);
        white();
        expect(':');
        white();
        value();
        return true;
    }

    long nameHash() {
        return Fingerprint.ofBytes(name.bytes, name.from, name.to);
    }

    String name() {
        return name.toString();
    }

    Kind kind() {
        return kind;
    }

    long number() {
        return number;
    }

    boolean flag() {
        return flag;
    }

    long textHash() {
        return Fingerprint.ofBytes(text.bytes, text.from, text.to);
    }

    String text() {
        return text.toString();
    }

    /** The field's share in the object's {@link Fingerprint}. */
    long fingerprint() {
        return switch (kind) {
            case TEXT -> Fingerprint.text(nameHash(), textHash());
            case NUMBER -> Fingerprint.number(nameHash(), number);
            case FLAG -> Fingerprint.flag(nameHash(), flag);
        };
    }

    private void value() throws Wrong {
        int c = at < end ? in[at] : -1;
        if (c == '"') {
            kind = Kind.TEXT;
            string(text);
        } else if (c == 't') {
            word("true");
            flag = true;
        } else if (c == 'f') {
            word("false");
            flag = false;
        } else {
            kind = Kind.NUMBER;
            integer();
        }
    }

    private void word(String word) throws Wrong {
        kind = Kind.FLAG;
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
    }

    private void integer() throws Wrong {
        boolean negative = accept('-');
        int first = at;
        long value = 0;
        while (at < end && in[at] >= '0' && in[at] <= '9' && at - first < 18) {
            value = value * 10 + (in[at++] - '0');
        }
        boolean padded = at - first > 1 && in[first] == '0';
        if (at == first || padded) {
            throw wrong("an integer");
        }
        number = negative ? -value : value;
    }

    private void string(Text into) throws Wrong {
        expect('"');
        int from = at;
        while (at < end && in[at] != '"' && in[at] != '\\') {
            if (in[at] >= 0 && in[at] < ' ') {
                throw wrong("no control character");
            }
            at++;
        }
        if (at < end && in[at] == '"') {
            into.bytes = in;
            into.from = from;
            into.to = at++;
            return;
        }
        unescape(into, from);
    }

    /** The rare case: there is a backslash in it. */
    private void unescape(Text into, int from) throws Wrong {
        StringBuilder plain = new StringBuilder(new String(in, from, at - from, StandardCharsets.UTF_8));
        while (!accept('"')) {
            if (accept('\\')) {
                plain.append(escaped());
            } else {
                int start = at;
                while (at < end && in[at] != '"' && in[at] != '\\') {
                    at++;
                }
                if (at == end) {
                    throw wrong("the end of the string");
                }
                plain.append(new String(in, start, at - start, StandardCharsets.UTF_8));
            }
        }
        into.own = plain.toString().getBytes(StandardCharsets.UTF_8);
        into.bytes = into.own;
        into.from = 0;
        into.to = into.own.length;
    }

    private char escaped() throws Wrong {
        int c = at < end ? in[at++] : -1;
        return switch (c) {
            case '"', '\\', '/' -> (char) c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> throw wrong("an escape");
        };
    }

    private char hexadecimal() throws Wrong {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < end ? Character.digit(in[at++], 16) : -1;
            if (digit < 0) {
                throw wrong("a hexadecimal digit");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private void white() {
        while (at < end && (in[at] == ' ' || in[at] == '\n' || in[at] == '\r' || in[at] == '\t')) {
            at++;
        }
    }

    private boolean accept(char c) {
        if (at < end && in[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws Wrong {
        if (!accept(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private Wrong wrong(String expected) {
        return new Wrong("byte " + at + " of the body (expected: " + expected + ")");
    }
}
