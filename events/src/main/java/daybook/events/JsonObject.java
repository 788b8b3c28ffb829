package daybook.events;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON object, read strictly (RFC 8259, UTF-8, no field twice), whose fields can be asked for by name.
 *
 * <p>Fields that nobody asks for are skipped, whatever they hold; that is how formats grow. {@link EventFormatException} says
 * what is wrong and where.
 */
final class JsonObject {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_FIELDS = 200;

    private final JsonScanner in;
    private int[] nameAt = new int[24];
    private int[] valueAt = new int[24];
    private int count;
    private int next;

    private JsonObject(JsonScanner in) {
        this.in = in;
    }

    /** Reads a whole text; nothing but white space may stand around the object. */
    static JsonObject parse(byte[] utf8) {
        if (utf8.length > MAX_BYTES) {
            throw new EventFormatException("json: " + utf8.length + " bytes (expected: at most " + MAX_BYTES + ")");
        }
        checkUtf8(utf8);
        JsonObject object = new JsonObject(new JsonScanner(utf8));
        object.readFields();
        object.refuseRepeatedFields();
        return object;
    }

    boolean has(Field field) {
        return find(field) >= 0;
    }

    /** An integer of at most 2^53-1 either way, written without fraction or exponent. */
    long integer(Field field) {
        int at = valueOf(field);
        long value = in.integerAt(at, field.text);
        if (value > EventJson.MAX_INTEGER || value < -EventJson.MAX_INTEGER) {
            throw new EventFormatException(field.text + ": " + value + " (expected: at most 2^53-1 either way)");
        }
        return value;
    }

    int count(Field field) {
        long value = integer(field);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new EventFormatException(field.text + ": " + value + " (expected: 0..2147483647)");
        }
        return (int) value;
    }

    String text(Field field) {
        return in.textAt(valueOf(field), field.text);
    }

    boolean flag(Field field) {
        return in.flagAt(valueOf(field), field.text);
    }

    <E extends Enum<E>> E constant(Field field, E[] constants) {
        int at = valueOf(field);
        for (E constant : constants) {
            if (in.isQuoted(at, constant.name())) {
                return constant;
            }
        }
        throw new EventFormatException(field.text + ": " + in.textAt(at, field.text) + " (expected: one of "
                + Arrays.toString(constants) + ")");
    }

    private void readFields() {
        in.white();
        in.expect('{');
        in.white();
        if (in.accept('}')) {
            in.end();
            return;
        }
        do {
            in.white();
            int name = in.at();
            in.skipString();
            in.white();
            in.expect(':');
            in.white();
            add(name, in.at());
            in.skipValue(1);
            in.white();
        } while (in.accept(','));
        in.expect('}');
        in.end();
    }

    private void add(int name, int value) {
        if (count == MAX_FIELDS) {
            throw new EventFormatException("json: more than " + MAX_FIELDS + " fields");
        }
        if (count == nameAt.length) {
            nameAt = Arrays.copyOf(nameAt, count * 2);
            valueAt = Arrays.copyOf(valueAt, count * 2);
        }
        nameAt[count] = name;
        valueAt[count++] = value;
    }

    private void refuseRepeatedFields() {
        long seen = 0;
        for (int i = 0; i < count; i++) {
            // Most names differ in a cheap fingerprint, so few need to be compared with all before them.
            long bit = 1L << in.fingerprint(nameAt[i]);
            if ((seen & bit) != 0) {
                refuseIfAmong(nameAt[i], i);
            }
            seen |= bit;
        }
    }

    private void refuseIfAmong(int name, int before) {
        for (int i = 0; i < before; i++) {
            if (in.sameString(name, nameAt[i])) {
                throw new EventFormatException(in.textAt(name, "name") + ": field given twice");
            }
        }
    }

    private int valueOf(Field field) {
        int index = find(field);
        if (index < 0) {
            throw new EventFormatException(field.text + ": missing");
        }
        return valueAt[index];
    }

    /** Fields mostly come in the order in which they are asked for, so the search goes on where the last one ended. */
    private int find(Field field) {
        for (int tried = 0; tried < count; tried++) {
            int index = next + tried < count ? next + tried : next + tried - count;
            if (in.isQuoted(nameAt[index], field.text)) {
                next = index + 1 == count ? 0 : index + 1;
                return index;
            }
        }
        return -1;
    }

    private static void checkUtf8(byte[] utf8) {
        for (byte b : utf8) {
            if (b < 0) {
                try {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
                    return;
                } catch (CharacterCodingException e) {
                    throw new EventFormatException("json: not UTF-8");
                }
            }
        }
    }
}
