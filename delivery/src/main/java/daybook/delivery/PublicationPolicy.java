package daybook.delivery;

/** How what is on a topic got there: each publication states one. */
public enum PublicationPolicy {
    /** Read off a durable journal and sent until acknowledged: nothing is missing, something may be there twice. */
    JOURNAL_TAIL,
    /** Written in the transaction of its cause and sent until acknowledged: nothing is missing, something may be there twice. */
    OUTBOX,
    /** Sent beside the cause and counted if it fails: something may be missing. */
    MIRROR
}
