package daybook.delivery.jobs;

import java.sql.Connection;
import java.sql.SQLException;

/** A job in somebody's hands, for the length of a lease. What it is made of is its driver's. */
public interface Reserved {
    Job job();

    /** Which handing-out of the job this is, from 1; counted durably before. */
    int attempt();

    /** Fencing token of the lease: higher for whoever has the job, or its partition, after this one. */
    long token();

    /**
     * Lets the caller's transaction commit only if the lease is still this one's. On a database that the driver's store is not in this
     * cannot be had: it throws there.
     *
     * @throws daybook.delivery.StaleOwnerException if the lease is lost
     * @throws SQLException if the database refuses, or knows nothing of the lease
     */
    void confirm(Connection connection) throws SQLException;
}
