package daybook.events;

/**
 * The shape of each binary payload: how many small codes, 64-bit words and names it has. docs/formats/events.md names the fields.
 *
 * <pre>
 *  0  u8      type code
 *  1  u8      payload version (1)
 *  2  u8[6]   small codes, the unused ones 0
 *  8  i64[w]  words; word 0 is the time in microseconds
 *     names:  each u8 length, then that many ASCII bytes
 * </pre>
 */
enum PayloadLayout {
    ORDER_ACCEPTED(1, 3, 4, 3),
    ORDER_REJECTED(2, 1, 2, 3),
    ORDER_CANCELLED(3, 1, 3, 2),
    ORDER_MODIFIED(4, 0, 5, 2),
    TRADE(5, 1, 6, 3),
    BOOK_UPDATE(6, 1, 4, 1),
    SESSION_STATE_CHANGED(7, 1, 1, 0),
    INSTRUMENT_CHANGED(8, 3, 7, 2),
    ACCOUNT_CHANGED(9, 2, 4, 1),
    KILL_SWITCH_CHANGED(10, 1, 1, 1),

    NEW_ORDER(65, 3, 3, 3),
    AMEND_ORDER(66, 0, 4, 1),
    CANCEL_ORDER(67, 0, 2, 1),
    CANCEL_ALL(68, 0, 1, 2),
    LOAD_ORDER(69, 1, 3, 3),
    SET_SESSION(70, 1, 1, 0),
    CHANGE_INSTRUMENT(71, 3, 7, 2),
    CHANGE_ACCOUNT(72, 2, 4, 1),
    CHANGE_KILL_SWITCH(73, 1, 1, 1);

    static final byte VERSION = 1;
    static final int SMALL_AT = 2;
    static final int SMALL_COUNT = 6;
    static final int WORDS_AT = 8;
    static final int MAX_NAMES = 3;
    static final int MAX_NAME_BYTES = 255;

    private static final PayloadLayout[] BY_CODE = new PayloadLayout[128];

    static {
        for (PayloadLayout layout : values()) {
            BY_CODE[layout.code] = layout;
        }
    }

    final byte code;
    final int smalls;
    final int words;
    final int names;
    /** What the head has where no small code is: type and version, the rest 0. */
    final long fixedHead;

    final long fixedBits;

    PayloadLayout(int code, int smalls, int words, int names) {
        this.code = (byte) code;
        this.smalls = smalls;
        this.words = words;
        this.names = names;
        this.fixedHead = code | VERSION << Byte.SIZE;
        this.fixedBits = ~((1L << smalls * Byte.SIZE) - 1 << SMALL_AT * Byte.SIZE);
    }

    /** Offset of the first name. */
    int namesAt() {
        return WORDS_AT + words * Long.BYTES;
    }

    /** The layout of a type code read from a payload. */
    static PayloadLayout ofCode(byte code) {
        PayloadLayout layout = code < 0 ? null : BY_CODE[code];
        if (layout == null) {
            throw new EventFormatException("type: " + code + " (expected: a type code of this version)");
        }
        return layout;
    }
}
