package daybook.delivery;

import daybook.log.StoredRecord;

/**
 * A record that could not be processed, and where it came from.
 *
 * @param record its place, and its bytes unchanged
 * @param error what was wrong
 * @param attempts how often it was tried
 * @param replayed whether it has been applied since
 */
public record DeadLetter(String consumer, StoredRecord record, String error, int attempts, boolean replayed) {}
