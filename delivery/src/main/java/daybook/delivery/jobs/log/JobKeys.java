package daybook.delivery.jobs.log;

import daybook.delivery.jobs.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Which job of a topic bears a unique key. Each method joins the caller's transaction. Confined to one thread. */
public interface JobKeys {

    /**
     * Takes a job's key.
     *
     * @param start what lies below it in the log is gone
     * @return false if another job that waits or runs bears it
     */
    boolean take(Connection connection, Job job, UniqueKeys.At start) throws SQLException;

    /** The job's record is there now. False if its key is not its any more. */
    boolean place(Connection connection, Job job, UniqueKeys.At record) throws SQLException;

    /** The job has ended. */
    void free(Connection connection, Job job) throws SQLException;

    /** Sees to it that a job that is about to be handed out has its key. False if another one has. */
    boolean keep(Connection connection, Job job, UniqueKeys.At record) throws SQLException;

    /** Who has a key. */
    Optional<String> holder(Connection connection, String key) throws SQLException;

    /** Frees those of jobs that were given up unread, with offsets from {@code from} on and below {@code to}. */
    void freeBetween(Connection connection, int partition, long from, long to) throws SQLException;

    /** Frees all of a partition: its topic was made again. */
    default void freeAll(Connection connection, int partition) throws SQLException {
        freeBetween(connection, partition, 0, Long.MAX_VALUE);
    }
}
