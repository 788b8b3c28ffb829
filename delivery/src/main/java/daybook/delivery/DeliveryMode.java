package daybook.delivery;

/**
 * What happens to a record when the consumer dies. Every consumer states one; there is no default, because the wrong one is
 * noticed only after a crash.
 */
public enum DeliveryMode {
    /** The cursor moves first. A crash loses what was read and not yet processed. For what may be lost. */
    AT_MOST_ONCE,
    /** The effect first, then the cursor. A crash repeats what was processed. For effects that may repeat. */
    AT_LEAST_ONCE,
    /**
     * Effect and cursor in one transaction: each <em>record</em> counts once. It does not see that two records are one event,
     * so it is only for logs that store each event once.
     */
    ATOMIC,
    /**
     * The effect knows what it has seen, by the event's identity, in its own transaction: each <em>event</em> counts once, at
     * however many offsets it lies and in whatever order it comes. The cursor only saves work.
     */
    IDEMPOTENT
}
