package daybook.strategies.clock;

import daybook.delivery.Lease;
import daybook.delivery.Outbox;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.Statements;
import daybook.delivery.Writer;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes bars down, each once: row, policy and outbox message in one transaction, which commits only under the clock's lease. Confined to
 * the clock's thread.
 */
class Recorder {
    private static final String TOLD = "SELECT n FROM clock_told WHERE id = 1";
    private static final String MARK_TOLD = "UPDATE clock_told SET n = ? WHERE id = 1";

    private final Writer writer;
    private final Lease lease;
    private final InstantSource clock;
    private final Records records;
    private final PublishingPolicy policies;
    private final boolean publish;
    private final Outbox outbox;
    private final ClosedBars bars = new ClosedBars();
    private final Statements statements = new Statements();
    private long lastRow;

    /**
     * Where it writes.
     *
     * @param publish false = bars stay here, whatever the policy is
     */
    record Desk(Writer writer, Lease lease, InstantSource clock, boolean publish) {}

    Recorder(Desk desk, Records records, PublishingPolicy policies) {
        this.writer = desk.writer();
        this.lease = desk.lease();
        this.clock = desk.clock();
        this.publish = desk.publish();
        this.records = records;
        this.policies = policies;
        this.outbox = new Outbox(clock);
    }

    /**
     * Bars that have to be told.
     *
     * @param policy how they get to the log; empty = they do not
     * @param starving they do not although somebody waits for them there
     */
    record Recorded(List<ClosedBar> bars, Optional<PublicationPolicy> policy, boolean starving) {}

    /** Records what is not there yet. It is durable when this returns, and only that was recorded which this returns. */
    Recorded record(List<ClosedBar> due) throws SQLException {
        Connection connection = writer.transaction();
        PublicationPolicy wanted = policy(connection);
        Optional<PublicationPolicy> policy = publish ? Optional.of(wanted) : Optional.empty();
        List<ClosedBar> fresh = new ArrayList<>();
        for (ClosedBar bar : due) {
            if (bars.insert(connection, bar, policy, clock.millis())) {
                fresh.add(bar);
            }
        }
        if (policy.equals(Optional.of(PublicationPolicy.OUTBOX))) {
            outbox.add(connection, fresh.stream().map(records::of).toList());
        }
        markTold(connection);
        long last = bars.lastRow(connection);
        commit();
        lastRow = last;
        return new Recorded(fresh, policy, !publish && wanted == PublicationPolicy.OUTBOX);
    }

    /** Within the transaction: a change is before all of its bars, or after them. */
    PublicationPolicy policy(Connection connection) throws SQLException {
        PublicationPolicy policy = policies.of(connection);
        return switch (policy) {
            case OUTBOX, MIRROR -> policy;
            case JOURNAL_TAIL ->
                throw new IllegalStateException(
                        "policy: " + policy + " (expected: OUTBOX or MIRROR: bars are in no journal)");
        };
    }

    /** What an owner before may have recorded without telling anybody: by the rows, in their order. */
    List<ClosedBars.Row> untold(int most) throws SQLException {
        Connection connection = writer.connection();
        long told;
        try (ResultSet row = statements.prepare(connection, TOLD).executeQuery()) {
            row.next();
            told = row.getLong(1);
        }
        return bars.after(connection, Math.max(told, lastRow), most);
    }

    /** These have been told now, too. */
    void told(List<ClosedBars.Row> rows) {
        lastRow = rows.get(rows.size() - 1).n();
    }

    Optional<ClosedBar> last(SeriesKey series) throws SQLException {
        return bars.last(writer.connection(), series).map(ClosedBars.Row::bar);
    }

    /** Everything recorded has been told: nobody need hear it again. */
    void end() {
        try {
            if (lease.hold(writer)) {
                markTold(writer.transaction());
                commit();
            }
        } catch (SQLException away) {
            writer.rollback(); // it is told again
        }
    }

    void undo() {
        writer.rollback();
    }

    private void markTold(Connection connection) throws SQLException {
        if (lastRow > 0) {
            PreparedStatement mark = statements.prepare(connection, MARK_TOLD);
            mark.setLong(1, lastRow);
            mark.executeUpdate();
        }
    }

    private void commit() throws SQLException {
        lease.confirm(writer.transaction());
        writer.commit();
    }
}
