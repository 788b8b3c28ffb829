package daybook.delivery.jobs;

import java.sql.Connection;
import java.sql.SQLException;

/** Decides whether an effect may be written: behind {@link JobContext#once}. */
public interface JobEffects {

    /**
     * Marks the job's effect as written, in the caller's transaction.
     *
     * @return false if it was before
     * @throws daybook.delivery.StaleOwnerException if somebody with a higher token has been there
     */
    boolean once(Connection connection, String queue, Reserved reserved) throws SQLException;
}
