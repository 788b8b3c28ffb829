package daybook.delivery;

import daybook.log.Log;
import daybook.log.LogRecord;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The last message of an outbox that the log acknowledged in each partition. An acknowledgement is as good as the disks behind it: a
 * broker that lost power may come back without. Confined to one thread.
 */
final class OutboxMarks {
    private static final String STORE =
            "INSERT INTO outbox_mark (topic, partition_no, record_offset, digest) VALUES (?, ?, ?, ?)"
                    + " ON CONFLICT (topic, partition_no)"
                    + " DO UPDATE SET record_offset = excluded.record_offset, digest = excluded.digest";
    private static final String ALL = "SELECT topic, partition_no, record_offset, digest FROM outbox_mark";
    private static final String FORGET = "DELETE FROM outbox_mark WHERE topic = ?";

    private final Statements statements = new Statements();

    private record Mark(TopicPartition place, long offset, long digest) {}

    /**
     * What the log acknowledged in one partition, in one flush.
     *
     * @param firstOffset the lowest that it gave
     * @param offset the highest, that of the record
     */
    record Acknowledged(long firstOffset, long offset, LogRecord record) {
        /** Of both, which are of the same partition. */
        Acknowledged and(Acknowledged other) {
            Acknowledged last = offset > other.offset ? this : other;
            return new Acknowledged(Math.min(firstOffset, other.firstOffset), last.offset, last.record);
        }
    }

    void store(Connection connection, Map<TopicPartition, Acknowledged> last) throws SQLException {
        PreparedStatement store = statements.prepare(connection, STORE);
        for (Map.Entry<TopicPartition, Acknowledged> entry : last.entrySet()) {
            store.setString(1, entry.getKey().topic());
            store.setInt(2, entry.getKey().partition());
            store.setLong(3, entry.getValue().offset());
            store.setLong(4, RecordDigest.of(entry.getValue().record()));
            store.addBatch();
        }
        store.executeBatch();
    }

    /**
     * Topics that give offsets again which they had given before: what lay there is lost. To be asked before the marks are stored, which
     * would not show it any more.
     */
    Set<String> cut(Connection connection, Map<TopicPartition, Acknowledged> last) throws SQLException {
        Set<String> cut = new TreeSet<>();
        if (last.isEmpty()) {
            return cut;
        }
        for (Mark mark : all(connection)) {
            Acknowledged now = last.get(mark.place());
            if (now != null && now.firstOffset() <= mark.offset()) {
                cut.add(mark.place().topic());
            }
        }
        return cut;
    }

    /** Topics that have lost a message which they had acknowledged. One that is not there at all is none: nobody may want it again. */
    Set<String> lost(Connection connection, Log log) throws SQLException {
        Set<String> lost = new TreeSet<>();
        for (Mark mark : all(connection)) {
            Optional<TopicSpec> topic = log.topic(mark.place().topic());
            if (topic.isPresent() && !lost.contains(mark.place().topic()) && !holds(log, topic.get(), mark)) {
                lost.add(mark.place().topic());
            }
        }
        return lost;
    }

    void forget(Connection connection, String topic) throws SQLException {
        PreparedStatement forget = statements.prepare(connection, FORGET);
        forget.setString(1, topic);
        forget.executeUpdate();
    }

    private static boolean holds(Log log, TopicSpec topic, Mark mark) {
        if (mark.place().partition() >= topic.partitions()) {
            return false;
        }
        if (log.startOffset(mark.place()) > mark.offset()) {
            return true; // retention has dropped it
        }
        try {
            List<StoredRecord> there = log.read(mark.place(), mark.offset(), 1);
            return !there.isEmpty()
                    && there.get(0).offset() == mark.offset()
                    && RecordDigest.of(there.get(0).record()) == mark.digest();
        } catch (OffsetOutOfRangeException beyondTheEnd) {
            return false;
        }
    }

    private List<Mark> all(Connection connection) throws SQLException {
        List<Mark> marks = new ArrayList<>();
        try (ResultSet row = statements.prepare(connection, ALL).executeQuery()) {
            while (row.next()) {
                TopicPartition place = new TopicPartition(row.getString(1), row.getInt(2));
                marks.add(new Mark(place, row.getLong(3), row.getLong(4)));
            }
        }
        return marks;
    }
}
