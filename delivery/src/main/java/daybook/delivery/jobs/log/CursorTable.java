package daybook.delivery.jobs.log;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@link JobCursors} in the table {@code log_job_cursor}. */
final class CursorTable implements JobCursors {
    private static final String ROW = " WHERE deployment = ? AND topic = ? AND partition_no = ?";
    private static final String MINE = ROW + " AND token = ?";
    private static final String IN_FLIGHT =
            MINE + " AND next_offset = ? AND handed_offset = next_offset AND lease_until_ms > %1$s";

    private static final String TAKE = "INSERT INTO log_job_cursor (deployment, topic, partition_no, token, topic_id,"
            + " next_offset, handed_offset, deliveries, lease_until_ms, clear_to, lost)"
            + " VALUES (?, ?, ?, ?, ?, ?, -1, 0, 0, 0, 0)"
            + " ON CONFLICT (deployment, topic, partition_no) DO UPDATE SET token = excluded.token, lease_until_ms = 0"
            + " WHERE log_job_cursor.token < excluded.token"
            + " RETURNING topic_id, next_offset, handed_offset, clear_to";
    private static final String BEGIN =
            "UPDATE log_job_cursor SET topic_id = ?, next_offset = ?, lost = lost + ?" + MINE;
    private static final String ANEW =
            "UPDATE log_job_cursor SET handed_offset = -1, deliveries = 0, clear_to = 0" + MINE;
    private static final String HAND_OUT =
            "UPDATE log_job_cursor SET deliveries = CASE WHEN handed_offset = ? THEN deliveries + 1 ELSE 1 END,"
                    + " handed_offset = ?, next_offset = ?, lease_until_ms = %1$s + ?" + MINE
                    + " AND next_offset <= ? AND (clear_to <= ? OR handed_offset = ?) RETURNING deliveries";
    private static final String HELD = "SELECT 1 FROM log_job_cursor" + IN_FLIGHT;
    private static final String CONFIRM = "UPDATE log_job_cursor SET token = token" + IN_FLIGHT;
    private static final String RENEW = "UPDATE log_job_cursor SET lease_until_ms = %1$s + ?" + IN_FLIGHT;
    private static final String GIVE_BACK =
            "UPDATE log_job_cursor SET deliveries = deliveries - 1, lease_until_ms = 0" + IN_FLIGHT;
    private static final String PASS = "UPDATE log_job_cursor SET lease_until_ms = 0,"
            + " next_offset = CASE WHEN clear_to > next_offset + 1 THEN clear_to ELSE next_offset + 1 END" + IN_FLIGHT
            + " RETURNING next_offset";
    private static final String SKIP = "UPDATE log_job_cursor SET next_offset = ?" + MINE + " AND next_offset <= ?";
    private static final String REWIND =
            "UPDATE log_job_cursor SET next_offset = ?, handed_offset = -1, deliveries = 0,"
                    + " clear_to = 0, lease_until_ms = 0" + MINE + " AND next_offset > ?";
    private static final String CLEAR = "INSERT INTO log_job_cursor (deployment, topic, partition_no, topic_id,"
            + " next_offset, clear_to, token, handed_offset, deliveries, lease_until_ms, lost)"
            + " VALUES (?, ?, ?, ?, ?, ?, 0, -1, 0, 0, 0)"
            + " ON CONFLICT (deployment, topic, partition_no) DO UPDATE SET clear_to = excluded.clear_to"
            + " WHERE log_job_cursor.clear_to < excluded.clear_to";
    private static final String PLACES = "SELECT partition_no, topic_id, next_offset,"
            + " CASE WHEN handed_offset = next_offset AND lease_until_ms > %1$s THEN 1 ELSE 0 END, clear_to"
            + " FROM log_job_cursor WHERE deployment = ? AND topic = ? ORDER BY partition_no";
    private static final String LOST =
            "SELECT COALESCE(SUM(lost), 0) FROM log_job_cursor WHERE deployment = ? AND topic = ?";

    private final String deployment;
    private final String topic;
    private final String nowMs;
    private final Statements statements = new Statements();

    CursorTable(LogQueueSettings settings, Dialect dialect) {
        this.deployment = settings.deployment();
        this.topic = settings.topic();
        this.nowMs = dialect.nowMs();
    }

    @Override
    public Optional<Begin> begin(Connection connection, Owner owner, Kept kept) throws SQLException {
        PreparedStatement take = statements.prepare(connection, TAKE);
        int at = bind(take, 1, owner);
        take.setString(at, kept.topicId());
        take.setLong(at + 1, kept.startOffset());
        try (ResultSet row = take.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            long next = row.getLong(2);
            if (!row.getString(1).equals(kept.topicId())) {
                return Optional.of(begin(connection, owner, kept, new Begin(kept.startOffset(), 0, true)));
            }
            // What was handed out goes on, also if its worker has died since.
            long cleared = row.getLong(3) == next ? next : Math.max(next, row.getLong(4));
            long lost = Math.max(0, kept.startOffset() - cleared);
            return Optional.of(begin(connection, owner, kept, new Begin(cleared + lost, lost, false)));
        }
    }

    private Begin begin(Connection connection, Owner owner, Kept kept, Begin begin) throws SQLException {
        PreparedStatement update = statements.prepare(connection, BEGIN);
        update.setString(1, kept.topicId());
        update.setLong(2, begin.next());
        update.setLong(3, begin.lost());
        bind(update, 4, owner);
        update.executeUpdate();
        if (begin.isAnotherTopic()) {
            PreparedStatement anew = statements.prepare(connection, ANEW);
            bind(anew, 1, owner);
            anew.executeUpdate();
        }
        return begin;
    }

    @Override
    public int handOut(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException {
        PreparedStatement handOut = prepare(connection, HAND_OUT);
        handOut.setLong(1, offset);
        handOut.setLong(2, offset);
        handOut.setLong(3, offset);
        handOut.setLong(4, leaseMs);
        int at = bind(handOut, 5, owner);
        handOut.setLong(at, offset);
        handOut.setLong(at + 1, offset);
        handOut.setLong(at + 2, offset);
        try (ResultSet row = handOut.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    @Override
    public boolean isHeld(Connection connection, Owner owner, long offset) throws SQLException {
        PreparedStatement held = prepare(connection, HELD);
        held.setLong(bind(held, 1, owner), offset);
        try (ResultSet row = held.executeQuery()) {
            return row.next();
        }
    }

    @Override
    public boolean confirm(Connection connection, Owner owner, long offset) throws SQLException {
        // Not kept: the connection is the caller's, and not always the same.
        try (PreparedStatement confirm = connection.prepareStatement(CONFIRM.formatted(nowMs))) {
            confirm.setLong(bind(confirm, 1, owner), offset);
            return confirm.executeUpdate() == 1;
        }
    }

    @Override
    public boolean renew(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException {
        PreparedStatement renew = prepare(connection, RENEW);
        renew.setLong(1, leaseMs);
        renew.setLong(bind(renew, 2, owner), offset);
        return renew.executeUpdate() == 1;
    }

    @Override
    public boolean giveBack(Connection connection, Owner owner, long offset) throws SQLException {
        PreparedStatement giveBack = prepare(connection, GIVE_BACK);
        giveBack.setLong(bind(giveBack, 1, owner), offset);
        return giveBack.executeUpdate() == 1;
    }

    @Override
    public OptionalLong pass(Connection connection, Owner owner, long offset) throws SQLException {
        PreparedStatement pass = prepare(connection, PASS);
        pass.setLong(bind(pass, 1, owner), offset);
        try (ResultSet row = pass.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    @Override
    public boolean skip(Connection connection, Owner owner, long toOffset) throws SQLException {
        PreparedStatement skip = statements.prepare(connection, SKIP);
        skip.setLong(1, toOffset);
        skip.setLong(bind(skip, 2, owner), toOffset);
        return skip.executeUpdate() == 1;
    }

    @Override
    public boolean rewind(Connection connection, Owner owner, long toOffset) throws SQLException {
        PreparedStatement rewind = statements.prepare(connection, REWIND);
        rewind.setLong(1, toOffset);
        rewind.setLong(bind(rewind, 2, owner), toOffset);
        return rewind.executeUpdate() == 1;
    }

    @Override
    public void clear(Connection connection, int partition, Kept kept, long toOffset) throws SQLException {
        PreparedStatement clear = statements.prepare(connection, CLEAR);
        clear.setString(1, deployment);
        clear.setString(2, topic);
        clear.setInt(3, partition);
        clear.setString(4, kept.topicId());
        clear.setLong(5, kept.startOffset());
        clear.setLong(6, toOffset);
        clear.executeUpdate();
    }

    @Override
    public List<Place> places(Connection connection) throws SQLException {
        PreparedStatement select = prepare(connection, PLACES);
        select.setString(1, deployment);
        select.setString(2, topic);
        List<Place> places = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                places.add(
                        new Place(row.getInt(1), row.getString(2), row.getLong(3), row.getInt(4) == 1, row.getLong(5)));
            }
        }
        return places;
    }

    @Override
    public long lost(Connection connection) throws SQLException {
        PreparedStatement select = statements.prepare(connection, LOST);
        select.setString(1, deployment);
        select.setString(2, topic);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return statements.prepare(connection, sql.formatted(nowMs));
    }

    private int bind(PreparedStatement statement, int at, Owner owner) throws SQLException {
        statement.setString(at, deployment);
        statement.setString(at + 1, topic);
        statement.setInt(at + 2, owner.partition());
        statement.setLong(at + 3, owner.token());
        return at + 4;
    }
}
