package daybook.lab.sandbox;

/**
 * What has happened.
 *
 * @param n from 1
 * @param consumer who did it; 0 = no consumer
 * @param eventId 0 = not about one event
 * @param partition -1 = not about one partition
 * @param offset -1 = not about one record
 */
public record Line(long n, Kind kind, int consumer, long eventId, int partition, long offset, String text) {

    /** What kind of thing. */
    public enum Kind {
        /** A record is on the topic. */
        SENT,
        /** A send did not arrive. */
        FAILED,
        /** A trade reached the positions for the first time. */
        APPLIED,
        /** A trade reached the positions again. */
        TWICE,
        /** The guard skipped a copy, rightly. */
        SKIPPED,
        /** The guard skipped a trade that had never counted. */
        LOST,
        /** A bookmark moved. */
        COMMITTED,
        CRASHED,
        /** Partitions changed hands. */
        GROUP,
        NOTE
    }
}
