package daybook.exchange.replay;

import org.jspecify.annotations.Nullable;

/** What a row of the command file asks for, and which columns it needs; the others are blank. */
enum Verb {
    LOAD(true, true, true),
    PHASE(false, false, false),
    NEW(true, true, true),
    NEW_IOC(true, true, true),
    NEW_FOK(true, true, true),
    NEW_POST(true, true, true),
    NEW_MKT(true, false, true),
    AMEND(true, true, true),
    CANCEL(false, false, false),
    REDUCE(false, false, true);

    /** For messages. */
    static final String ALL = "LOAD, PHASE, NEW, NEW_IOC, NEW_FOK, NEW_POST, NEW_MKT, AMEND, CANCEL or REDUCE";

    private static final Verb[] VERBS = values();

    final boolean hasSide;
    final boolean hasPrice;
    final boolean hasQuantity;

    Verb(boolean hasSide, boolean hasPrice, boolean hasQuantity) {
        this.hasSide = hasSide;
        this.hasPrice = hasPrice;
        this.hasQuantity = hasQuantity;
    }

    /** The verb that these bytes spell, or null. */
    static @Nullable Verb spelled(byte[] bytes, int from, int to) {
        for (Verb verb : VERBS) {
            if (isSpelled(verb.name(), bytes, from, to)) {
                return verb;
            }
        }
        return null;
    }

    private static boolean isSpelled(String name, byte[] bytes, int from, int to) {
        if (name.length() != to - from) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
