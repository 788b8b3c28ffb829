package daybook.exchange.pipeline;

import java.util.List;

/**
 * What recovery found and did.
 *
 * @param snapshotCommandSeq last command of the snapshot that it began with; 0 if there was none
 * @param commands commands replayed and compared behind it
 * @param lastCommandSeq last command of the journal
 * @param lastSeq last event of the journal
 * @param nanos time that the replay took
 * @param cleanlyClosed whether the last run ended in order
 * @param warnings for the log: damaged snapshots passed over, a torn tail that was cut
 */
public record Recovered(
        long snapshotCommandSeq,
        long commands,
        long lastCommandSeq,
        long lastSeq,
        long nanos,
        boolean cleanlyClosed,
        List<String> warnings) {

    /** Commands per second of the replay; 0 if there was nothing to replay. */
    public long commandsPerSecond() {
        return nanos <= 0 ? 0 : commands * 1_000_000_000L / nanos;
    }
}
