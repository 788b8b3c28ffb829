package daybook.delivery.jobs.log;

import daybook.delivery.StaleOwnerException;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.Reserved;
import java.sql.Connection;
import java.sql.SQLException;

/** The first job of a partition, in the hands of the partition's owner. */
final class LogReserved implements Reserved {
    final OwnedPartition partition;
    final CarriedJob carried;
    private final int attempt;
    private final long token;
    private final JobCursors cursors;

    LogReserved(OwnedPartition partition, CarriedJob carried, int attempt, JobCursors cursors) {
        this.partition = partition;
        this.carried = carried;
        this.attempt = attempt;
        this.token = partition.nextToken();
        this.cursors = cursors;
    }

    long offset() {
        return carried.stored().offset();
    }

    @Override
    public Job job() {
        return carried.job();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    /** Of the partition's lock, and which handing-out under it this is: a job and its retries are in one partition. */
    @Override
    public long token() {
        return token;
    }

    @Override
    public void confirm(Connection connection) throws SQLException {
        if (!cursors.confirm(connection, partition.owner, offset())) {
            throw new StaleOwnerException("job: " + job().id() + " in " + carried.place() + " is another worker's");
        }
    }

    @Override
    public String toString() {
        return "job " + job().id() + " (" + job().name() + ") in " + carried.place() + ", attempt " + attempt;
    }
}
