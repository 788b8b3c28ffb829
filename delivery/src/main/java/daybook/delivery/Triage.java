package daybook.delivery;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What becomes of each record of a batch: applied, put aside, or made to wait with its key. What a database refuses it refuses of a
 * whole batch; then the records are tried one by one, each behind a savepoint, to find out which it means. Every outcome is in the
 * transaction that passes the record. Confined to the consumer's thread.
 */
final class Triage {
    private final BatchHandler handler;
    private final ErrorClassifier errors;
    private final DeadLetters letters;
    private final Failures failures;
    private final HeldKeys held;
    private final Starts starts;
    private boolean singly;
    private boolean parked;

    Triage(ConsumerOptions options, BatchHandler handler, DeadLetters letters, HeldKeys held) {
        this.handler = handler;
        this.errors = handler.errors();
        this.letters = letters;
        this.failures = new Failures(options.consumer(), options.attempts());
        this.held = held;
        this.starts = new Starts(options);
    }

    /** In the transaction that takes partitions over: what is known of their records. */
    void load(Connection connection, Map<TopicPartition, Long> cursors) throws SQLException {
        starts.begun(connection, cursors);
        failures.load(connection);
        held.load(connection, cursors.keySet());
    }

    /** Another process has worked meanwhile. */
    void takenOver() {
        failures.forget();
    }

    /** The process stops in order, in the caller's transaction. */
    void ended(Connection connection) throws SQLException {
        starts.ended(connection);
    }

    /** How many records to take at once. */
    int batch() {
        return starts.batch(starts.isCareful() && failures.hasOpen());
    }

    /** Does with each record what is to be done with it, in a transaction that the caller commits. */
    void apply(Turn turn, List<StoredRecord> records) throws SQLException {
        failures.begin(turn, records, starts.isCareful());
        Connection connection = turn.transaction();
        List<StoredRecord> good = sift(connection, records);
        if (singly && !good.isEmpty()) {
            OneByOne.apply(connection, good, new OneByOne.Means(handler, errors, failures::attempts));
        } else if (!good.isEmpty()) {
            handler.apply(connection, good, failures::attempts);
        }
        failures.passing(connection, records);
    }

    /** They are passed. Returns whether one was put aside. */
    boolean passed(Turn turn, List<StoredRecord> records, Map<TopicPartition, Long> cursors) throws SQLException {
        boolean some = parked;
        parked = false;
        singly = false;
        failures.passed(records);
        starts.passed(records.size());
        if (held.hasChanged()) {
            held.load(turn.reading(), cursors.keySet());
        }
        return some;
    }

    /**
     * Takes note of a failure, after everything was undone.
     *
     * @return false if it is an outage: everything waits
     */
    boolean failed(Exception failure) {
        if (failure instanceof OneByOne.SomeFailedException some) {
            some.failures().forEach(f -> failures.failed(f.record(), f.verdict(), f.error()));
            return true;
        }
        Verdict verdict = errors.of(failure);
        if (verdict == Verdict.OUTAGE) {
            return false;
        }
        if (failure instanceof RecordException of) {
            failures.failed(of.record(), verdict, Refusals.said(of));
            return true;
        }
        if (singly) {
            return false; // they were tried one by one, and it is none of them
        }
        singly = true;
        return true;
    }

    private List<StoredRecord> sift(Connection connection, List<StoredRecord> records) throws SQLException {
        parked = false;
        if (failures.isEmpty() && held.isEmpty()) {
            return records;
        }
        List<StoredRecord> good = new ArrayList<>(records.size());
        for (StoredRecord record : records) {
            if (held.covers(record)) {
                held.holdBehind(connection, record);
                continue;
            }
            switch (failures.fate(record)) {
                case TRY -> good.add(record);
                case PUT_ASIDE -> {
                    letters.park(connection, record, failures.error(record), failures.attempts(record));
                    parked = true;
                }
                case HOLD -> held.hold(connection, record, failures.error(record), failures.attempts(record));
            }
        }
        return good;
    }
}
