package daybook.delivery.jobs.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far each partition has come, in the jobs database. Each method joins the caller's transaction and compares the token of the
 * partition's lock: what a worker does whose lock is over changes nothing. Confined to one thread.
 */
interface JobCursors {

    /** The lock of a partition as its owner has it. */
    record Owner(int partition, long token) {}

    /**
     * The log as it is at the takeover.
     *
     * @param topicId changes when the topic is made again
     * @param startOffset of the first record that is still there
     */
    record Kept(String topicId, long startOffset) {}

    /**
     * Where an owner begins.
     *
     * @param next offset
     * @param lost jobs that retention took before they were done
     * @param isAnotherTopic whether the topic was made again since somebody was here
     */
    record Begin(long next, long lost, boolean isAnotherTopic) {}

    /**
     * Where a partition is.
     *
     * @param topicId of the topic whose offsets these are
     * @param next offset of the first job that is neither done nor given up
     * @param inFlight whether that one is in somebody's hands
     * @param clearedTo what lies below and behind that one was given up
     */
    record Place(int partition, String topicId, long next, boolean inFlight, long clearedTo) {
        /** Offset of the first job that waits. */
        long waiting() {
            return Math.max(inFlight ? next + 1 : next, clearedTo);
        }
    }

    /** Begins as an owner, and ends the rights of all before. Empty if a later one has begun. */
    Optional<Begin> begin(Connection connection, Owner owner, Kept kept) throws SQLException;

    /** Counts a handing-out of the record at an offset, not below the cursor. Returns how many there were; 0 if the lock is another's. */
    int handOut(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException;

    /** Whether the record at an offset is still this owner's to end. */
    boolean isHeld(Connection connection, Owner owner, long offset) throws SQLException;

    /** The same, and nobody can take it before the transaction ends. */
    boolean confirm(Connection connection, Owner owner, long offset) throws SQLException;

    /** Lets the lease of what was handed out last its whole length again. */
    boolean renew(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException;

    /** As if the record at an offset had not been handed out. False if it is not this owner's any more. */
    boolean giveBack(Connection connection, Owner owner, long offset) throws SQLException;

    /** Passes what was handed out. Returns the new cursor; empty if it is not this owner's any more. */
    OptionalLong pass(Connection connection, Owner owner, long offset) throws SQLException;

    /** Passes everything below an offset that was not handed out. */
    boolean skip(Connection connection, Owner owner, long toOffset) throws SQLException;

    /** Goes back to the end of a log that has lost its last records. */
    boolean rewind(Connection connection, Owner owner, long toOffset) throws SQLException;

    /** Gives up everything below an offset, but for what is in flight, whose owner passes it. */
    void clear(Connection connection, int partition, Kept kept, long toOffset) throws SQLException;

    /** Those partitions that anybody has owned. */
    List<Place> places(Connection connection) throws SQLException;

    /** Jobs that retention took, ever. */
    long lost(Connection connection) throws SQLException;
}
