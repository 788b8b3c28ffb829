package daybook.delivery;

import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A consumer's next offsets, in the database of its effects: they, not the log's committed offsets, say where it goes on. Each
 * method joins the caller's transaction. Confined to one thread.
 */
public final class Cursors {
    private static final String LOAD =
            "SELECT topic_id, next_offset, last_digest FROM cursor_position WHERE consumer = ? AND topic = ? AND partition_no = ?";
    private static final String LOAD_ALL =
            "SELECT topic, partition_no, next_offset FROM cursor_position WHERE consumer = ?";
    private static final String CREATE =
            "INSERT INTO cursor_position (consumer, topic, partition_no, topic_id, next_offset) VALUES (?, ?, ?, ?, ?)"
                    + " ON CONFLICT (consumer, topic, partition_no)"
                    + " DO UPDATE SET topic_id = excluded.topic_id, next_offset = excluded.next_offset, last_digest = NULL";
    private static final String MOVE = "UPDATE cursor_position SET next_offset = ?, last_digest = ?"
            + " WHERE consumer = ? AND topic = ? AND partition_no = ? AND topic_id = ? AND next_offset = ?";

    private final String consumer;
    private final Statements statements = new Statements();

    public Cursors(String consumer) {
        this.consumer = consumer;
    }

    Optional<Cursor> load(Connection connection, TopicPartition place) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD);
        bindPlace(load, 1, place);
        try (ResultSet row = load.executeQuery()) {
            return row.next() ? Optional.of(cursor(row)) : Optional.empty();
        }
    }

    /** Every partition that this consumer has begun, and its next offset. */
    public Map<TopicPartition, Long> all(Connection connection) throws SQLException {
        PreparedStatement load = statements.prepare(connection, LOAD_ALL);
        load.setString(1, consumer);
        Map<TopicPartition, Long> all = new TreeMap<>();
        try (ResultSet row = load.executeQuery()) {
            while (row.next()) {
                all.put(new TopicPartition(row.getString(1), row.getInt(2)), row.getLong(3));
            }
        }
        return all;
    }

    /**
     * Sets a cursor, whatever it was: the first one of a partition, or an operator's decision to go on in a topic that was made
     * again. Only effects that know what they have seen survive an older offset.
     */
    public void set(Connection connection, TopicPartition place, UUID topicId, long nextOffset) throws SQLException {
        PreparedStatement create = statements.prepare(connection, CREATE);
        bindPlace(create, 1, place);
        create.setString(4, topicId.toString());
        create.setLong(5, nextOffset);
        create.executeUpdate();
    }

    /**
     * Moves a cursor from where this consumer believes it is.
     *
     * @param to within the same topic
     * @return false if it is not there: another owner has moved it, and the caller must roll back
     */
    boolean move(Connection connection, TopicPartition place, Cursor from, Cursor to) throws SQLException {
        PreparedStatement move = statements.prepare(connection, MOVE);
        move.setLong(1, to.nextOffset());
        if (to.lastDigest().isPresent()) {
            move.setLong(2, to.lastDigest().getAsLong());
        } else {
            move.setNull(2, Types.BIGINT);
        }
        bindPlace(move, 3, place);
        move.setString(6, from.topicId().toString());
        move.setLong(7, from.nextOffset());
        return move.executeUpdate() == 1;
    }

    private static Cursor cursor(ResultSet row) throws SQLException {
        UUID topicId = UUID.fromString(row.getString(1));
        long next = row.getLong(2);
        long digest = row.getLong(3);
        return new Cursor(topicId, next, row.wasNull() ? OptionalLong.empty() : OptionalLong.of(digest));
    }

    private void bindPlace(PreparedStatement statement, int at, TopicPartition place) throws SQLException {
        statement.setString(at, consumer);
        statement.setString(at + 1, place.topic());
        statement.setInt(at + 2, place.partition());
    }
}
