package daybook.journal;

import java.util.List;
import java.util.Optional;

/**
 * What was found when the journal was opened for writing. Everything in it is durable.
 *
 * @param lastSeq seq of the last event; 0 if none
 * @param lastCommandSeq number of the last command; 0 if none
 * @param cleanlyClosed whether the last writer ended in order (also true of a new journal)
 * @param cut what a crash had left behind the last whole group, if anything
 * @param segments in order
 */
public record Recovery(
        long lastSeq, long lastCommandSeq, boolean cleanlyClosed, Optional<Cut> cut, List<SegmentInfo> segments) {

    /**
     * A torn tail that was cut. Nothing in it had been called durable.
     *
     * @param file where
     * @param offset first byte that was cut
     * @param bytes from there to the last byte that was not zero
     */
    public record Cut(String file, long offset, long bytes) {
        /** One line for the log. */
        public String warning() {
            return "journal: cut a torn tail: " + file + ": offset " + offset + ", " + bytes + " bytes";
        }
    }
}
