package daybook.delivery.jobs.share;

import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** What is lent, and what has ended. Each method joins the caller's transaction. Confined to one thread. */
interface Loans {

    /** What is known of a record. */
    enum State {
        /** It waits: its worker has lost it. */
        LOST,
        IN_FLIGHT,
        ENDED
    }

    /**
     * Notes a lending. The log decides who has a record.
     *
     * @return false, and nothing changes, if it has been lent to somebody else since: whoever stood still between the two is too late
     */
    boolean lend(Connection connection, StoredRecord stored, long token) throws SQLException;

    boolean isHeld(Connection connection, StoredRecord stored, long token) throws SQLException;

    /** Whether it is held, and nobody can take it before the transaction ends. */
    boolean confirm(Connection connection, StoredRecord stored, long token) throws SQLException;

    /** Lets a loan last its whole length again. */
    boolean renew(Connection connection, StoredRecord stored, long token) throws SQLException;

    /** The record is done with; kept until all below it are. */
    void end(Connection connection, StoredRecord stored, long token) throws SQLException;

    /** Forgets what lies below an offset. Returns how many. */
    int purge(Connection connection, int partition, long below) throws SQLException;

    /** What is known of a partition's records from an offset on; forgets what lies below. */
    Map<Long, State> of(Connection connection, int partition, long from) throws SQLException;
}
