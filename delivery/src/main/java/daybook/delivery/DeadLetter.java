package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import java.util.Optional;

/**
 * A record that could not be processed, where it came from, and what has been decided about it.
 *
 * @param n its number in the service's database, given once
 * @param consumer name of the service
 * @param record its place, and its bytes unchanged
 * @param error what was wrong: of the last attempt, or of the last replay
 * @param attempts how often it was tried before it was put aside
 * @param parkedAtMs when that was, wall clock, milliseconds since the epoch
 */
public record DeadLetter(
        long n, String consumer, StoredRecord record, String error, int attempts, long parkedAtMs, Handling handling) {

    /**
     * What was done about it.
     *
     * @param repaired the body that is applied in the original's place, if there is one
     * @param replays how often it was replayed since its body was last repaired
     * @param replaysAllowed as whoever asked for the last replay has said
     * @param isAsked a replay has been asked for and is not over
     * @param changedAtMs when the state last changed
     * @param changedBy who asked for that; empty = nobody has touched it
     * @param reason why it was discarded; else empty
     * @param version rises with each change
     */
    public record Handling(
            LetterState state,
            Optional<byte[]> repaired,
            int replays,
            int replaysAllowed,
            boolean isAsked,
            long changedAtMs,
            String changedBy,
            String reason,
            int version) {}

    public LetterState state() {
        return handling.state();
    }

    /** What a replay applies: the record, with the corrected body if there is one. */
    public StoredRecord toApply() {
        return handling.repaired().map(this::with).orElse(record);
    }

    /** The record as it would be with another body. */
    public StoredRecord with(byte[] body) {
        LogRecord original = record.record();
        return new StoredRecord(
                record.place(),
                record.offset(),
                new LogRecord(original.key(), body, original.headers(), original.timeMs()));
    }
}
