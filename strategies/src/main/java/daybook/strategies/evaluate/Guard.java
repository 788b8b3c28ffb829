package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import daybook.strategies.ClosedBar;
import daybook.strategies.cutover.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** What keeps a strategy from being evaluated twice on one bar. */
interface Guard {

    /** Whether it has not been evaluated on this bar or a later one. */
    boolean isDue(HotShard.Progress progress, ClosedBar bar);

    /** Records evaluations within the caller's transaction. False if one of them was there: then nothing of it may be committed. */
    boolean record(Connection connection, Where where, List<Done> done) throws SQLException;

    /** What the evaluations of one transaction have in common. */
    record Where(ClosedBar bar, Path path, long fencingToken, long nowMicros) {}

    /** One of them. */
    record Done(long strategyId, Evaluation evaluation) {}

    /** Table {@code evaluation}: one row for each strategy and bar. */
    final class Rows implements Guard {
        private static final String INSERT =
                "INSERT INTO evaluation (strategy_id, event_id, series, token, end_us, path,"
                        + " fencing_token, outcome, intents, detail, evaluated_at_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (strategy_id, event_id) DO NOTHING";

        private final Statements statements = new Statements();

        @Override
        public boolean isDue(HotShard.Progress progress, ClosedBar bar) {
            return bar.token() > progress.lastToken();
        }

        @Override
        public boolean record(Connection connection, Where where, List<Done> done) throws SQLException {
            PreparedStatement insert = statements.prepare(connection, INSERT);
            ClosedBar bar = where.bar();
            String eventId = bar.id().toString();
            for (Done each : done) {
                insert.setLong(1, each.strategyId());
                insert.setString(2, eventId);
                insert.setString(3, bar.series().text());
                insert.setLong(4, bar.token());
                insert.setLong(5, bar.window().endMicros());
                insert.setString(6, where.path().text());
                insert.setLong(7, where.fencingToken());
                insert.setString(8, each.evaluation().outcome().text());
                insert.setInt(9, each.evaluation().decision().orders().size());
                insert.setString(10, each.evaluation().detail());
                insert.setLong(11, where.nowMicros());
                insert.addBatch();
            }
            for (int inserted : insert.executeBatch()) {
                if (inserted != 1) {
                    return false;
                }
            }
            return true;
        }
    }
}
