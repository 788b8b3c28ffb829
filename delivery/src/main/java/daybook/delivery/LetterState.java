package daybook.delivery;

import java.util.Locale;

/** What has become of a dead letter. */
public enum LetterState {
    /** As it was put aside. */
    OPEN,
    /** A corrected body is stored beside the original, and waits to be replayed. */
    REPAIRED,
    /** A replay failed: it waits for a repair, another replay, or to be discarded. */
    PARKED,
    /** Applied, in the transaction that closed it. */
    REPLAYED,
    /** Given up, by somebody who said why. */
    DISCARDED;

    /** Whether it still waits for a decision; its key is suspect as long as it does. */
    public boolean isWaiting() {
        return this == OPEN || this == REPAIRED || this == PARKED;
    }

    /** As it is in the table and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static LetterState of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
