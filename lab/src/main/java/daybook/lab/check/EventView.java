package daybook.lab.check;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Looks at an event's payload as the fields of its JSON (docs/formats/events.md). Used again for each event. */
final class EventView {
    private static final int CODES_AT = 2;
    private static final int TIME_AT = 8;
    private static final int VERSION = 1;
    private static final byte[] NO_KEY = {};
    private static final EventShape.Name TYPE = EventShape.Name.of("type");
    private static final EventShape.Name SEQ = EventShape.Name.of("seq");
    private static final EventShape.Name TIME = EventShape.Name.of("time");

    private final int[] textAt = new int[3];
    private byte[] bytes = new byte[0];
    private int from;
    private long seq;
    private EventShape shape = EventShape.ofCode(1);

    /** Takes a payload; {@link CheckException} if it is not one of this format. */
    void open(long eventSeq, byte[] payload, int start, int length) {
        bytes = payload;
        from = start;
        seq = eventSeq;
        shape = EventShape.ofCode(length < TIME_AT ? 0 : Bytes.u8(payload, start));
        int at = start + TIME_AT + 8 * (shape.words().size() + 1);
        int end = start + length;
        for (int i = 0; i < shape.texts().size() && at < end; i++) {
            textAt[i] = at;
            at += 1 + Bytes.u8(payload, at);
        }
        if (at != end || Bytes.u8(payload, start + 1) != VERSION) {
            throw new CheckException("seq " + eventSeq + ": not a payload of " + type() + ", version " + VERSION);
        }
    }

    String type() {
        return shape.type().text();
    }

    /** The record key: the symbol, else nothing. */
    byte[] key() {
        int key = shape.key();
        return key < 0 ? NO_KEY : Arrays.copyOfRange(bytes, textFrom(key), textTo(key));
    }

    /** The {@link Fingerprint} of the fields. */
    long fingerprint() {
        long sum = Fingerprint.text(TYPE.hash(), shape.type().hash())
                + Fingerprint.number(SEQ.hash(), seq)
                + Fingerprint.number(TIME.hash(), word(-1));
        for (int i = 0; i < shape.codes().size(); i++) {
            sum += codeFingerprint(shape.codes().get(i), code(i));
        }
        for (int i = 0; i < shape.words().size(); i++) {
            if (!wordIsLeftOut(i)) {
                sum += Fingerprint.number(shape.words().get(i).hash(), word(i));
            }
        }
        for (int i = 0; i < shape.texts().size(); i++) {
            if (!textIsLeftOut(i)) {
                sum += Fingerprint.text(
                        shape.texts().get(i).hash(), Fingerprint.ofBytes(bytes, textFrom(i), textTo(i)));
            }
        }
        return sum;
    }

    /** The fields by name: texts, longs and flags. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", type());
        fields.put("seq", seq);
        fields.put("time", word(-1));
        for (int i = 0; i < shape.codes().size(); i++) {
            EventShape.Column column = shape.codes().get(i);
            Object value = switch (column.coding()) {
                case FLAG -> code(i) == 1;
                case NUMBER -> (long) code(i);
                case CONSTANT -> constant(column, code(i)).text();
            };
            fields.put(column.name().text(), value);
        }
        for (int i = 0; i < shape.words().size(); i++) {
            if (!wordIsLeftOut(i)) {
                fields.put(shape.words().get(i).text(), word(i));
            }
        }
        for (int i = 0; i < shape.texts().size(); i++) {
            if (!textIsLeftOut(i)) {
                int at = textFrom(i);
                fields.put(
                        shape.texts().get(i).text(), new String(bytes, at, textTo(i) - at, StandardCharsets.US_ASCII));
            }
        }
        return fields;
    }

    private long codeFingerprint(EventShape.Column column, int code) {
        long name = column.name().hash();
        return switch (column.coding()) {
            case FLAG -> Fingerprint.flag(name, code == 1);
            case NUMBER -> Fingerprint.number(name, code);
            case CONSTANT -> Fingerprint.text(name, constant(column, code).hash());
        };
    }

    private EventShape.Name constant(EventShape.Column column, int code) {
        if (code < 1 || code > column.constants().size()) {
            throw new CheckException("seq " + seq + ": " + column.name().text() + ": code " + code);
        }
        return column.constants().get(code - 1);
    }

    /** The price of a market order, and the order of a rejection that named none. */
    private boolean wordIsLeftOut(int index) {
        if (word(index) != 0) {
            return false;
        }
        String name = shape.words().get(index).text();
        return switch (type()) {
            case "OrderAccepted" -> name.equals("price") && code(1) == 2;
            case "OrderRejected" -> name.equals("orderId");
            default -> false;
        };
    }

    /** The account of a kill switch for the whole venue. */
    private boolean textIsLeftOut(int index) {
        return textFrom(index) == textTo(index) && type().equals("KillSwitchChanged");
    }

    private int code(int index) {
        return Bytes.u8(bytes, from + CODES_AT + index);
    }

    /** A word; -1 is the time. */
    private long word(int index) {
        return Bytes.i64(bytes, from + TIME_AT + 8 * (index + 1));
    }

    private int textFrom(int index) {
        return textAt[index] + 1;
    }

    private int textTo(int index) {
        return textAt[index] + 1 + Bytes.u8(bytes, textAt[index]);
    }
}
