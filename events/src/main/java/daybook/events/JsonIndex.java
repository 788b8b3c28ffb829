package daybook.events;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the value of each field lies in a JSON object, whose whole text has been found good: RFC 8259, UTF-8, no field twice.
 *
 * <p>Fields that we do not know are skipped, whatever they hold; that is how formats grow. {@link EventFormatException} says
 * what is wrong and where.
 */
final class JsonIndex {
    static final int MAX_FIELDS = 200;

    private static final int KNOWN = Field.values().length;
    private static final Names<Field> FIELDS = new Names<>(Field.values(), field -> field.text);

    private final byte[] text;
    private final JsonScanner in;
    /** By {@link Field#index}; 0, where the object itself begins, if it is not there. */
    private final int[] valueAt = new int[KNOWN];

    private int firstUnknown = -1;
    private @Nullable Set<String> unknown;

    /** Reads a whole text; nothing but white space may stand around the object. */
    JsonIndex(byte[] utf8) {
        text = utf8;
        in = new JsonScanner(utf8);
        readFields();
        if (in.beyondAscii()) {
            checkUtf8();
        }
    }

    boolean has(Field field) {
        return valueAt[field.index()] > 0;
    }

    long integer(Field field) {
        long value = in.integerAt(valueOf(field), field.text);
        if (value > EventJson.MAX_INTEGER || value < -EventJson.MAX_INTEGER) {
            throw new EventFormatException(field.text + ": " + value + " (expected: at most 2^53-1 either way)");
        }
        return value;
    }

    String text(Field field) {
        return in.textAt(valueOf(field), field.text);
    }

    boolean flag(Field field) {
        return in.flagAt(valueOf(field), field.text);
    }

    <V> V constant(Field field, Names<V> names) {
        int from = valueOf(field);
        V value = text[from] == '"' ? named(names, from, in.stringEnd(from)) : null;
        if (value == null) {
            throw new EventFormatException(
                    field.text + ": " + in.textAt(from, field.text) + " (expected: one of " + names + ")");
        }
        return value;
    }

    private void readFields() {
        in.white();
        in.expect('{');
        in.white();
        if (in.accept('}')) {
            in.end();
            return;
        }
        int count = 0;
        do {
            if (count++ == MAX_FIELDS) {
                throw new EventFormatException("json: more than " + MAX_FIELDS + " fields");
            }
            in.white();
            int name = in.at();
            in.skipString();
            int nameEnd = in.at() - 1;
            in.white();
            in.expect(':');
            in.white();
            add(name, nameEnd, in.at());
            in.skipValue(1);
            in.white();
        } while (in.accept(','));
        in.expect('}');
        in.end();
    }

    private void add(int name, int nameEnd, int value) {
        Field field = named(FIELDS, name, nameEnd);
        boolean isNew = field == null ? isNewAmongUnknown(name) : valueAt[field.index()] == 0;
        if (!isNew) {
            throw new EventFormatException(in.textAt(name, "name") + ": field given twice");
        }
        if (field != null) {
            valueAt[field.index()] = value;
        }
    }

    /** Most texts hold one unknown field at most, which needs no set to be told from others. */
    private boolean isNewAmongUnknown(int name) {
        if (firstUnknown < 0) {
            firstUnknown = name;
            return true;
        }
        if (unknown == null) {
            unknown = new HashSet<>();
            unknown.add(in.textAt(firstUnknown, "name"));
        }
        return unknown.add(in.textAt(name, "name"));
    }

    /** What the string from one quote to the other names, however it is spelt. */
    private <V> @Nullable V named(Names<V> names, int quote, int endQuote) {
        V value = names.at(text, quote + 1, endQuote);
        if (value != null || !in.hasEscapes(quote, endQuote)) {
            return value;
        }
        byte[] plain = in.textAt(quote, "name").getBytes(StandardCharsets.UTF_8);
        return names.at(plain, 0, plain.length);
    }

    private int valueOf(Field field) {
        int from = valueAt[field.index()];
        if (from == 0) {
            throw new EventFormatException(field.text + ": missing");
        }
        return from;
    }

    private void checkUtf8() {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new EventFormatException("json: not UTF-8");
        }
    }
}
