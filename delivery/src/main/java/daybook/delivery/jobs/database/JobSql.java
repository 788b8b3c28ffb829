package daybook.delivery.jobs.database;

import daybook.delivery.Database;
import daybook.delivery.Dialect;

/**
 * The statements of a queue, in the words of its database and with the schema before each table, so that they also run on a connection
 * of another service of the same database.
 *
 * <p>The time is asked for in a sub-select where it is compared with an index: the engine then asks once and not for each row.
 */
final class JobSql {
    private static final String ROW =
            "n, id, name, payload, unique_key, priority, pushed_at_ms, due_at_ms, attempts, token";

    /** A history longer than this gets no more lines. */
    private static final int MOST_HISTORY = 16_000;

    final String push;
    final String wake;
    final String take;
    final String done;
    final String doneAndTake;
    final String renew;
    final String release;
    final String giveBack;
    final String copyFailed;
    final String confirm;
    final String size;
    final String last;
    final String clear;
    final String failed;
    final String again;
    final String forget;
    final String purge;

    JobSql(Database database) {
        Dialect dialect = database.dialect();
        String now = dialect.nowMs();
        String schema = database.schema().map(name -> name + ".").orElse("");
        String job = schema + "job";
        String failedJob = schema + "job_failed";
        String theirs = " WHERE n = ? AND token = ?";
        String line = "history = CASE WHEN length(history) < " + MOST_HISTORY + " THEN history || " + now
                + " || ? ELSE history END";

        push = "INSERT INTO " + job
                + " (queue, id, name, payload, unique_key, priority, pushed_at_ms, due_at_ms, wake_at_ms, state)"
                + " SELECT ?, ?, ?, ?, ?, ?, t.now, t.now + ?, t.now + ?, ? FROM (SELECT " + now
                + " AS now) t WHERE true"
                + " ON CONFLICT (queue, unique_key) WHERE unique_key IS NOT NULL DO NOTHING";
        wake = "WITH due AS MATERIALIZED (SELECT n FROM " + job
                + " WHERE queue = ? AND state <> 1 AND wake_at_ms <= (SELECT " + now
                + ") ORDER BY wake_at_ms LIMIT ?" + dialect.skippingTaken() + ") UPDATE " + job
                + " SET state = 1, history = CASE WHEN state = 2 AND length(history) < " + MOST_HISTORY
                + " THEN history || wake_at_ms || ' ' || attempts || ' lease over, worker died or stood still: ' ||"
                + " owner || '\n"
                + "' ELSE history END WHERE n IN (SELECT n FROM due)";
        String first =
                "UPDATE " + job + " SET state = 2, attempts = attempts + 1, token = token + 1, owner = ?, wake_at_ms = "
                        + now + " + ? WHERE n = (SELECT n FROM " + job + " WHERE queue = ? AND state = 1";
        String ofAll = " ORDER BY priority DESC, due_at_ms, n LIMIT 1" + dialect.skippingTaken() + ") RETURNING " + ROW;
        take = first + ofAll;
        done = "DELETE FROM " + job + theirs;
        // Not the same row: its lease may be over, and it would be ready again.
        doneAndTake = "WITH gone AS (" + done + " RETURNING n), taken AS (" + first + " AND n <> ?" + ofAll + ")"
                + " SELECT (SELECT COUNT(*) FROM gone) AS gone, taken.* FROM (SELECT 1) one LEFT JOIN taken ON true";
        renew = "UPDATE " + job + " SET state = 2, wake_at_ms = " + now + " + ?" + theirs;
        release = "UPDATE " + job + " SET state = ?, due_at_ms = " + now + " + ?, wake_at_ms = " + now
                + " + ?, owner = '', " + line + theirs;
        giveBack = "UPDATE " + job + " SET state = 1, attempts = attempts - 1, token = token + 1, owner = ''" + theirs;
        copyFailed = "INSERT INTO " + failedJob
                + " (queue, id, name, payload, unique_key, priority, pushed_at_ms, due_at_ms, attempts, token, reason,"
                + " failed_at_ms, history) SELECT queue, id, name, payload, unique_key, priority, pushed_at_ms,"
                + " due_at_ms, attempts - ?, token, ?, " + now + ", history || " + now + " || ? FROM " + job + theirs;
        confirm = "SELECT n FROM " + job + theirs + " AND queue = ? AND id = ?" + dialect.keepingRows();
        size = "SELECT (SELECT COUNT(*) FROM " + job + " WHERE queue = ? AND state = 1) AS ready,"
                + " (SELECT COUNT(*) FROM " + job + " WHERE queue = ? AND state <> 1) AS asleep,"
                + " (SELECT COUNT(*) FROM " + job + " WHERE queue = ? AND state <> 1 AND wake_at_ms <= (SELECT " + now
                + ")) AS woken,"
                + " (SELECT COUNT(*) FROM " + job
                + " WHERE queue = ? AND state <> 1 AND state = 2 AND wake_at_ms > (SELECT " + now
                + ")) AS held";
        last = "SELECT MAX(n) FROM " + job;
        clear = "WITH waiting AS MATERIALIZED (SELECT n FROM " + job
                + " WHERE queue = ? AND state = ? AND n <= ? LIMIT ?" + dialect.skippingTaken() + ") DELETE FROM " + job
                + " WHERE n IN (SELECT n FROM waiting)";
        failed = "SELECT " + ROW + ", reason, failed_at_ms, history FROM " + failedJob
                + " WHERE queue = ? ORDER BY failed_at_ms DESC, n DESC LIMIT ?";
        again = "INSERT INTO " + job
                + " (queue, id, name, payload, unique_key, priority, pushed_at_ms, due_at_ms, wake_at_ms, state,"
                + " token, history) SELECT queue, id, name, COALESCE(?, payload), unique_key, priority, pushed_at_ms, t.now, t.now,"
                + " 1, token, history FROM " + failedJob + ", (SELECT " + now + " AS now) t WHERE queue = ? AND id = ?"
                + " ON CONFLICT (queue, unique_key) WHERE unique_key IS NOT NULL DO NOTHING";
        forget = "DELETE FROM " + failedJob + " WHERE queue = ? AND id = ?";
        purge = "DELETE FROM " + failedJob + " WHERE n IN (SELECT n FROM " + failedJob
                + " WHERE queue = ? AND failed_at_ms < ? ORDER BY failed_at_ms LIMIT ?)";
    }
}
