package daybook.delivery.jobs.database;

import daybook.delivery.StaleOwnerException;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.Reserved;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A row in somebody's hands.
 *
 * @param row its number
 * @param queue whose row it is
 * @param confirmation the statement that finds it only under this token, and keeps it from being handed out until the commit
 */
record DatabaseReserved(Job job, int attempt, long token, long row, String queue, String confirmation)
        implements Reserved {

    @Override
    public void confirm(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(confirmation)) {
            select.setLong(1, row);
            select.setLong(2, token);
            select.setString(3, queue);
            select.setString(4, job.id());
            try (ResultSet found = select.executeQuery()) {
                if (!found.next()) {
                    throw new StaleOwnerException("job: " + job.id() + " of queue " + queue
                            + " has been taken by another worker (expected: token " + token + ")");
                }
            }
        }
    }
}
