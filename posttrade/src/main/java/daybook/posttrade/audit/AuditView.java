package daybook.posttrade.audit;

/**
 * What the audit has seen, as of its last heartbeat.
 *
 * @param line every event up to it was seen
 * @param ahead events seen above the line; while there are some for long, one is missing
 * @param received records read
 * @param handled events that were right, each counted once
 * @param duplicates further copies of an event
 * @param invalid records that are no event, or another one than they say
 * @param lastTimeMs when the last record was written
 * @param heartbeatMs when the audit last said that it lives
 */
public record AuditView(
        long line,
        long ahead,
        long received,
        long handled,
        long duplicates,
        long invalid,
        String lastId,
        String lastType,
        String lastKey,
        long lastTimeMs,
        long heartbeatMs) {}
