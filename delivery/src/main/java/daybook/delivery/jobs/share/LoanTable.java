package daybook.delivery.jobs.share;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** {@link Loans} in the table {@code log_job_loan}. */
final class LoanTable implements Loans {
    private static final String AT = " WHERE deployment = ? AND topic = ? AND partition_no = ? AND record_offset = ?";
    private static final String MINE = AT + " AND token = ? AND lease_until_ms > %1$s";
    private static final String LEND =
            "INSERT INTO log_job_loan (deployment, topic, partition_no, record_offset, token,"
                    + " lease_until_ms) VALUES (?, ?, ?, ?, ?, %1$s + ?)"
                    + " ON CONFLICT (deployment, topic, partition_no, record_offset) DO UPDATE SET token = excluded.token,"
                    + " lease_until_ms = excluded.lease_until_ms WHERE log_job_loan.token < excluded.token";
    private static final String HELD = "SELECT 1 FROM log_job_loan" + MINE;
    private static final String CONFIRM = "UPDATE log_job_loan SET token = token" + MINE;
    private static final String RENEW = "UPDATE log_job_loan SET lease_until_ms = %1$s + ?" + MINE;
    private static final String END = "INSERT INTO log_job_loan (deployment, topic, partition_no, record_offset, token,"
            + " lease_until_ms) VALUES (?, ?, ?, ?, ?, 0)"
            + " ON CONFLICT (deployment, topic, partition_no, record_offset) DO UPDATE SET lease_until_ms = 0";
    private static final String PURGE =
            "DELETE FROM log_job_loan WHERE deployment = ? AND topic = ? AND partition_no = ? AND record_offset < ?";
    private static final String OF = "SELECT record_offset, CASE WHEN lease_until_ms = 0 THEN 2"
            + " WHEN lease_until_ms > %1$s THEN 1 ELSE 0 END FROM log_job_loan"
            + " WHERE deployment = ? AND topic = ? AND partition_no = ?";

    private final LogQueueSettings settings;
    private final String nowMs;
    private final Statements statements = new Statements();

    LoanTable(LogQueueSettings settings, Dialect dialect) {
        this.settings = settings;
        this.nowMs = dialect.nowMs();
    }

    @Override
    public boolean lend(Connection connection, StoredRecord stored, long token) throws SQLException {
        PreparedStatement lend = prepare(connection, LEND);
        int at = bind(lend, 1, stored, token);
        lend.setLong(at, settings.lease().toMillis());
        return lend.executeUpdate() == 1;
    }

    @Override
    public boolean isHeld(Connection connection, StoredRecord stored, long token) throws SQLException {
        PreparedStatement held = prepare(connection, HELD);
        bind(held, 1, stored, token);
        try (ResultSet row = held.executeQuery()) {
            return row.next();
        }
    }

    @Override
    public boolean confirm(Connection connection, StoredRecord stored, long token) throws SQLException {
        // Not kept: the connection is the caller's, and not always the same.
        try (PreparedStatement confirm = connection.prepareStatement(CONFIRM.formatted(nowMs))) {
            bind(confirm, 1, stored, token);
            return confirm.executeUpdate() == 1;
        }
    }

    @Override
    public boolean renew(Connection connection, StoredRecord stored, long token) throws SQLException {
        PreparedStatement renew = prepare(connection, RENEW);
        renew.setLong(1, settings.lease().toMillis());
        bind(renew, 2, stored, token);
        return renew.executeUpdate() == 1;
    }

    @Override
    public void end(Connection connection, StoredRecord stored, long token) throws SQLException {
        PreparedStatement end = statements.prepare(connection, END);
        bind(end, 1, stored, token);
        end.executeUpdate();
    }

    @Override
    public int purge(Connection connection, int partition, long below) throws SQLException {
        PreparedStatement purge = statements.prepare(connection, PURGE);
        bindPartition(purge, partition);
        purge.setLong(4, below);
        return purge.executeUpdate();
    }

    @Override
    public Map<Long, State> of(Connection connection, int partition, long from) throws SQLException {
        purge(connection, partition, from);
        PreparedStatement select = prepare(connection, OF);
        bindPartition(select, partition);
        Map<Long, State> known = new HashMap<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                known.put(row.getLong(1), state(row.getInt(2)));
            }
        }
        return known;
    }

    private static State state(int number) {
        return switch (number) {
            case 2 -> State.ENDED;
            case 1 -> State.IN_FLIGHT;
            default -> State.LOST;
        };
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return statements.prepare(connection, sql.formatted(nowMs));
    }

    private void bindPartition(PreparedStatement statement, int partition) throws SQLException {
        statement.setString(1, settings.deployment());
        statement.setString(2, settings.topic());
        statement.setInt(3, partition);
    }

    private int bind(PreparedStatement statement, int at, StoredRecord stored, long token) throws SQLException {
        statement.setString(at, settings.deployment());
        statement.setString(at + 1, settings.topic());
        statement.setInt(at + 2, stored.place().partition());
        statement.setLong(at + 3, stored.offset());
        statement.setLong(at + 4, token);
        return at + 5;
    }
}
