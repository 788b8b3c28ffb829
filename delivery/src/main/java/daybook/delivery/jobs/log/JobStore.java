package daybook.delivery.jobs.log;

import daybook.delivery.Database;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobQueueException;
import java.sql.Connection;
import java.sql.SQLException;

/** The jobs database of one queue: a connection of its own, and what it answers when it does not. Confined to the queue's thread. */
public final class JobStore implements AutoCloseable {
    private final Database database;
    private final Writer writer;

    /** Something done with the database. */
    public interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    public JobStore(Database database) {
        this.database = database;
        this.writer = new Writer(database);
    }

    /** In one transaction, durable when it returns. */
    public <T> T commit(Work<T> work) {
        boolean done = false;
        try {
            T result = work.in(writer.transaction());
            writer.commit();
            done = true;
            return result;
        } catch (SQLException e) {
            throw away(e);
        } finally {
            if (!done) {
                writer.rollback();
            }
        }
    }

    /** Reads what is committed. */
    public <T> T look(Work<T> work) {
        boolean done = false;
        try {
            T result = work.in(writer.connection());
            done = true;
            return result;
        } catch (SQLException e) {
            throw away(e);
        } finally {
            if (!done) {
                writer.rollback();
            }
        }
    }

    @Override
    public void close() {
        writer.close();
    }

    private JobQueueException away(SQLException e) {
        String said = String.valueOf(e.getMessage()).replace('\n', ' ');
        return new JobQueueException(
                JobQueueException.Kind.AWAY, "database: " + database.name() + " does not answer: " + said, e);
    }
}
