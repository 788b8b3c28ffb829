package daybook.delivery.jobs;

/**
 * What is in a queue now.
 *
 * @param size all that are neither done nor failed: waiting, delayed or in flight
 * @param due those that could be handed out now
 * @param inFlight those in somebody's hands
 */
public record QueueSize(long size, long due, long inFlight) {}
