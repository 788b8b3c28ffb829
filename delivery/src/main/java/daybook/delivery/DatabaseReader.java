package daybook.delivery;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Asks a database questions while its writer is at work, or after it has stopped. Each question has a connection and a
 * transaction of its own: all it reads is one state. Safe for many threads.
 */
public final class DatabaseReader {

    /** A question: reads, and does not keep the connection. */
    public interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    private final Database database;

    public DatabaseReader(Database database) {
        this.database = database;
    }

    /** @throws DeliveryException if the database is not there or does not answer */
    public <T> T read(Question<T> question) {
        try (Connection connection = database.openReader()) {
            T answer = question.ask(connection);
            connection.rollback();
            return answer;
        } catch (SQLException e) {
            throw new DeliveryException("database: " + database.name() + " does not answer: " + e.getMessage(), e);
        }
    }
}
