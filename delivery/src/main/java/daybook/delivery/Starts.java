package daybook.delivery;

import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a record that the process does not survive. Each process writes down, with the transaction in which it takes a partition
 * over, at which cursor it has begun; if it is the second in a row that begins there and none has stopped in order, the records that
 * come may be to blame: a batch's worth of them is then tried a few at a time, each attempt counted before it is made
 * ({@link Failures}). Only in modes whose effects count once. Costs nothing where no process dies. Confined to the consumer's thread.
 */
final class Starts {
    private static final Logger LOG = LoggerFactory.getLogger(Starts.class);

    /** Records tried at once as long as it is not known which one is to blame. */
    private static final int A_FEW = 64;

    private static final String BEGUN =
            "INSERT INTO consumer_start (consumer, topic, partition_no, next_offset, starts) VALUES (?, ?, ?, ?, 1)"
                    + " ON CONFLICT (consumer, topic, partition_no) DO UPDATE SET starts ="
                    + " CASE WHEN consumer_start.next_offset = excluded.next_offset THEN consumer_start.starts + 1 ELSE 1 END,"
                    + " next_offset = excluded.next_offset RETURNING starts";
    private static final String ENDED =
            "DELETE FROM consumer_start WHERE consumer = ? AND topic = ? AND partition_no = ?";

    private final ConsumerOptions options;

    /** Where a repeated effect counts again, or none is ever repeated, a search would change what the mode promises. */
    private final boolean mayRepeat;

    private final Statements statements = new Statements();
    private final Set<TopicPartition> known = new HashSet<>();
    private int left;

    Starts(ConsumerOptions options) {
        this.options = options;
        this.mayRepeat = options.mode() == DeliveryMode.IDEMPOTENT || options.mode() == DeliveryMode.ATOMIC;
    }

    /** In the transaction that takes partitions over: those that this process has not begun yet. */
    void begun(Connection connection, Map<TopicPartition, Long> cursors) throws SQLException {
        if (!mayRepeat) {
            return;
        }
        List<TopicPartition> suspicious = new ArrayList<>();
        for (Map.Entry<TopicPartition, Long> cursor : cursors.entrySet()) {
            if (known.add(cursor.getKey()) && begun(connection, cursor.getKey(), cursor.getValue()) > 1) {
                suspicious.add(cursor.getKey());
            }
        }
        if (!suspicious.isEmpty()) {
            left += options.batch() * suspicious.size();
            LOG.info(
                    "{}: the process before did not stop in order; what comes next in {} is tried with care",
                    options.consumer(),
                    suspicious);
        }
    }

    /** Whether attempts are counted before they are made, the first ones too. */
    boolean isCareful() {
        return left > 0;
    }

    /** How many records to take at once. */
    int batch(boolean oneIsToBlame) {
        if (!isCareful()) {
            return options.batch();
        }
        return oneIsToBlame ? 1 : Math.min(A_FEW, options.batch());
    }

    void passed(int records) {
        left = Math.max(0, left - records);
    }

    /** The process stops in order, in the caller's transaction. */
    void ended(Connection connection) throws SQLException {
        PreparedStatement ended = statements.prepare(connection, ENDED);
        for (TopicPartition place : known) {
            ended.setString(1, options.consumer());
            ended.setString(2, place.topic());
            ended.setInt(3, place.partition());
            ended.executeUpdate();
        }
    }

    private int begun(Connection connection, TopicPartition place, long next) throws SQLException {
        PreparedStatement begun = statements.prepare(connection, BEGUN);
        begun.setString(1, options.consumer());
        begun.setString(2, place.topic());
        begun.setInt(3, place.partition());
        begun.setLong(4, next);
        try (ResultSet row = begun.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
