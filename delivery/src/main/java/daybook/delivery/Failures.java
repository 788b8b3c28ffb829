package daybook.delivery;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often records that are not passed yet were tried, and what came of it. From a record's second attempt on each one is written
 * down before it is made. The first is not: that would cost a commit for every batch. A first attempt that the process does not
 * survive is found by {@link Starts}, and the next one is written down. Confined to the consumer's thread.
 */
final class Failures {
    /** Of an attempt that nothing was heard of. */
    static final String DIED = "the process ended while it was processed";

    /**
     * Attempts in a row of which nothing was heard, after which the record is to blame. More than of failed ones: a process may end
     * for many reasons, and near a record for no reason of the record's.
     */
    static final int MOST_DEATHS = 8;

    private final int most;
    private final AttemptTable table;
    private final Map<Origin, Failure> failures = new HashMap<>();
    /** Counted for an attempt that did not come to them: another record of their batch failed first. */
    private final Set<Origin> begun = new HashSet<>();

    private boolean loaded;

    /** @param isOpen nothing was heard of the last attempt, which another process has made */
    private record Failure(int attempts, String error, Verdict verdict, boolean isOpen) {}

    /** What is to be done with a record now. */
    enum Fate {
        TRY,
        PUT_ASIDE,
        HOLD
    }

    /** @param most attempts at a record with bad data */
    Failures(String consumer, int most) {
        this.most = most;
        this.table = new AttemptTable(consumer);
    }

    /** Learns what a process before this one has written down. Once, until {@link #forget}. */
    void load(Connection connection) throws SQLException {
        if (!loaded) {
            table.load(connection)
                    .forEach((origin, row) ->
                            failures.put(origin, new Failure(row.attempts(), row.error(), Verdict.POISON, true)));
            loaded = true;
        }
    }

    /** Another process has worked meanwhile. */
    void forget() {
        failures.clear();
        begun.clear();
        loaded = false;
    }

    /** Whether a process has ended while it tried one that comes soon. */
    boolean hasOpen() {
        return failures.values().stream().anyMatch(Failure::isOpen);
    }

    /** Whether nothing is known of any record. */
    boolean isEmpty() {
        return failures.isEmpty();
    }

    Fate fate(StoredRecord record) {
        Failure failure = failures.isEmpty() ? null : failures.get(Origin.of(record));
        if (failure == null) {
            return Fate.TRY;
        }
        int limit = failure.isOpen() ? MOST_DEATHS : most;
        boolean last = failure.attempts() >= limit && !begun.contains(Origin.of(record));
        return switch (failure.verdict()) {
            case FATAL -> Fate.PUT_ASIDE;
            case POISON -> last ? Fate.PUT_ASIDE : Fate.TRY;
            case KEY -> Fate.HOLD;
            case OUTAGE -> Fate.TRY;
        };
    }

    int attempts(StoredRecord record) {
        Failure failure = find(record);
        return failure == null ? 1 : failure.attempts();
    }

    String error(StoredRecord record) {
        Failure failure = find(record);
        return failure == null ? "" : failure.isOpen() ? DIED : failure.error();
    }

    /**
     * Counts the attempt that comes, in a transaction of its own, for what was tried before.
     *
     * @param all also for what was not
     */
    void begin(Turn turn, List<StoredRecord> records, boolean all) throws SQLException {
        if (!all && failures.isEmpty()) {
            return;
        }
        Map<Origin, AttemptTable.Row> rows = new HashMap<>();
        for (StoredRecord record : records) {
            Origin origin = Origin.of(record);
            Failure failure = failures.get(origin);
            if (fate(record) == Fate.TRY && (all || failure != null) && begun.add(origin)) {
                int attempt = failure == null ? 1 : failure.attempts() + 1;
                String error = failure == null ? DIED : failure.error();
                failures.put(origin, new Failure(attempt, error, Verdict.POISON, false));
                rows.put(origin, new AttemptTable.Row(attempt, error));
            }
        }
        if (!rows.isEmpty()) {
            table.store(turn.transaction(), rows);
            turn.commit();
        }
    }

    /** An attempt at it has failed. */
    void failed(StoredRecord record, Verdict verdict, String error) {
        Origin origin = Origin.of(record);
        Failure before = failures.get(origin);
        int attempts = before == null ? 1 : before.attempts();
        begun.remove(origin);
        failures.put(origin, new Failure(attempts, error, verdict, false));
    }

    /** They are passed with this transaction: what was written down about them goes with it. */
    void passing(Connection connection, List<StoredRecord> records) throws SQLException {
        if (!failures.isEmpty()) {
            table.remove(connection, known(records));
        }
    }

    /** They are passed. */
    void passed(List<StoredRecord> records) {
        if (!failures.isEmpty()) {
            for (Origin origin : known(records)) {
                failures.remove(origin);
                begun.remove(origin);
            }
        }
    }

    private List<Origin> known(List<StoredRecord> records) {
        List<Origin> known = new ArrayList<>();
        for (StoredRecord record : records) {
            Origin origin = Origin.of(record);
            if (failures.containsKey(origin)) {
                known.add(origin);
            }
        }
        return known;
    }

    private @Nullable Failure find(StoredRecord record) {
        return failures.isEmpty() ? null : failures.get(Origin.of(record));
    }
}
