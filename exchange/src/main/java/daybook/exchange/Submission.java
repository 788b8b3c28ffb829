package daybook.exchange;

/** What the order entry answers at once. Only {@link Queued} may still become an event. */
public sealed interface Submission {
    /** The command holds a slot in the ring; its outcome follows as a {@link Reply}, after it is durable. */
    record Queued() implements Submission {}

    /** The ring is full. Nothing was recorded; the caller may retry after a pause. */
    record Busy() implements Submission {}

    /** The exchange has stopped, or cannot write. Nothing was recorded. */
    record Stopped(String reason) implements Submission {}

    /** The command is malformed. Retrying it unchanged cannot succeed. */
    record Refused(String reason) implements Submission {}
}
