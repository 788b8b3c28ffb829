package daybook.delivery.jobs.share;

import daybook.delivery.StaleOwnerException;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.AttemptCount;
import daybook.delivery.jobs.log.CarriedJob;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;

/** A record that the log has lent, as a job. Confined to the queue's thread, but for what the worker asks. */
final class ShareReserved implements Reserved {
    /** Of a token: deliveries of one record. */
    private static final int DELIVERY_BITS = 8;

    final CarriedJob carried;
    final ShareReader.Lent lent;
    private final Loans loans;

    /** By this process's clock. */
    long endNs;

    /** Why it is given up, while the topic of failed ones is not there. */
    String owed = "";

    ShareReserved(CarriedJob carried, ShareReader.Lent lent, Loans loans) {
        this.carried = carried;
        this.lent = lent;
        this.loans = loans;
    }

    StoredRecord stored() {
        return lent.stored();
    }

    @Override
    public Job job() {
        return carried.job();
    }

    @Override
    public int attempt() {
        return AttemptCount.of(carried.attempts(), lent.deliveries());
    }

    /** A job's records are in one partition, each at a higher offset than the one before; each delivery of one is higher, too. */
    @Override
    public long token() {
        return (stored().offset() + 1 << DELIVERY_BITS) + Math.min(lent.deliveries(), (1 << DELIVERY_BITS) - 1);
    }

    @Override
    public void confirm(Connection connection) throws SQLException {
        if (!loans.confirm(connection, stored(), token())) {
            throw new StaleOwnerException("job: " + job().id() + " in " + carried.place() + " is another worker's");
        }
    }

    @Override
    public String toString() {
        return "job " + job().id() + " (" + job().name() + ") in " + carried.place() + ", attempt " + attempt();
    }
}
