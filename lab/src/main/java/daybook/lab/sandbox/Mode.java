package daybook.lab.sandbox;

/** A row of the table of guarantees: which of work and bookmark comes first, and whether the work knows what it has seen. */
public enum Mode {
    /** Moves the bookmark, then works. */
    AT_MOST_ONCE(true, Guard.NONE),
    /** Works, then moves the bookmark. */
    AT_LEAST_ONCE(false, Guard.NONE),
    /** Works, then moves the bookmark; the work knows each event by its identity. */
    IDEMPOTENT(false, Guard.IDENTITY);

    private final boolean commitsFirst;
    private final Guard guard;

    Mode(boolean commitsFirst, Guard guard) {
        this.commitsFirst = commitsFirst;
        this.guard = guard;
    }

    boolean commitsFirst() {
        return commitsFirst;
    }

    Guard guard() {
        return guard;
    }
}
