package daybook.delivery;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.delivery.HeldTable.First;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Keys that wait: a record of each cannot be processed now, and all later ones of the key stand behind it, in order, in the same
 * transactions that pass them. Others go on. The first of each key is tried again with growing pauses of its own, for ever; each
 * attempt is counted before it is made. At {@value #MOST} records nothing more is read until some have gone. Confined to the
 * consumer's thread.
 */
final class HeldKeys {
    /** Records that may wait. */
    static final int MOST = 10_000;

    /** Records of one key that are tried in one round. */
    private static final int AT_ONCE = 100;

    private static final String BEHIND = "waits behind an earlier record of its key";

    private final Settings settings;
    private final HeldTable table;
    private final DeadLetters letters;
    private final LongSupplier nanos;
    private final Map<RecordKey, HeldTable.Held> keys = new LinkedHashMap<>();
    private final Map<RecordKey, Backoff> pauses = new HashMap<>();
    /** Held by the transaction that is not over. */
    private final Set<RecordKey> adding = new HashSet<>();

    private volatile DeadLetters.Waiting waiting = DeadLetters.Waiting.NONE;

    /**
     * What to do with a record.
     *
     * @param attempts most, at one with bad data
     */
    record Settings(BatchHandler handler, int attempts) {}

    HeldKeys(Settings settings, HeldTable table, DeadLetters letters, LongSupplier nanos) {
        this.settings = settings;
        this.table = table;
        this.letters = letters;
        this.nanos = nanos;
    }

    /** Learns what waits of these partitions. */
    void load(Connection connection, Set<TopicPartition> places) throws SQLException {
        keys.clear();
        adding.clear();
        for (HeldTable.Held held : table.keys(connection)) {
            if (places.contains(held.place())) {
                keys.put(held.key(), held);
            }
        }
        pauses.keySet().retainAll(keys.keySet());
        count();
    }

    /** Whether records of its key wait: then it waits too. */
    boolean covers(StoredRecord record) {
        if (keys.isEmpty() && adding.isEmpty()) {
            return false;
        }
        RecordKey key = RecordKey.of(record);
        return keys.containsKey(key) || adding.contains(key);
    }

    /** Makes the first record of a key wait, in the transaction that passes it. */
    void hold(Connection connection, StoredRecord record, String error, int attempts) throws SQLException {
        table.add(connection, record, error, attempts);
        adding.add(RecordKey.of(record));
    }

    /** Puts it behind the others of its key, in the transaction that passes it. */
    void holdBehind(Connection connection, StoredRecord record) throws SQLException {
        hold(connection, record, BEHIND, 0);
    }

    /** What was held is held: to be loaded again. */
    boolean hasChanged() {
        return !adding.isEmpty();
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    boolean isFull() {
        return waiting.count() >= MOST;
    }

    /** What waited when it was last counted. Safe for any thread. */
    DeadLetters.Waiting waiting() {
        return waiting;
    }

    /** For the status; empty if nothing waits. */
    Optional<String> reason() {
        DeadLetters.Waiting now = waiting;
        return now.oldestMs().isEmpty()
                ? Optional.empty()
                : Optional.of(now.count() + " records of " + keys.size() + " keys are held, the first since "
                        + Instant.ofEpochMilli(now.oldestMs().getAsLong()).truncatedTo(ChronoUnit.SECONDS)
                        + (isFull() ? "; nothing more is read (at most " + MOST + ")" : ""));
    }

    /** Tries the key whose turn it is. Returns how many of its records are passed. */
    int retry(Turn turn) throws SQLException {
        for (RecordKey key : List.copyOf(keys.keySet())) {
            Backoff pause = pauses.computeIfAbsent(key, k -> new Backoff(nanos));
            if (!pause.waiting()) {
                return retry(turn, key, pause);
            }
        }
        return 0;
    }

    private int retry(Turn turn, RecordKey key, Backoff pause) throws SQLException {
        int passed = 0;
        while (passed < AT_ONCE) {
            Optional<First> first = table.first(turn.reading(), key);
            if (first.isEmpty()) {
                break;
            }
            if (!passes(turn, first.get(), pause)) {
                return passed;
            }
            passed++;
        }
        load(turn.reading(), places());
        return passed;
    }

    /** Applied, or put aside. */
    private boolean passes(Turn turn, First first, Backoff pause) throws SQLException {
        if (first.faults() >= Failures.MOST_DEATHS) {
            putAside(turn, first, Failures.DIED, first.attempts());
            return true;
        }
        table.begin(turn.transaction(), first);
        turn.commit();
        try {
            Connection connection = turn.transaction();
            Dialect.of(connection).waitBriefly(connection);
            settings.handler().apply(connection, List.of(first.record()), record -> first.attempts() + 1);
            table.remove(connection, first);
            turn.commit();
            settings.handler().committed();
            pause.worked();
            return true;
        } catch (RecordException | SQLException failed) {
            Verdict verdict = settings.handler().errors().of(failed);
            if (verdict == Verdict.OUTAGE) {
                takeBack(turn, first);
                throw failed;
            }
            Set<TopicPartition> places = places();
            turn.undo();
            settle(turn, first, verdict, Refusals.said(failed));
            load(turn.reading(), places);
            if (verdict == Verdict.KEY) {
                pause.failed();
            }
            return false;
        }
    }

    /** If the database answers; if not, this attempt counts as one that a process did not survive. */
    private void takeBack(Turn turn, First first) {
        try {
            turn.undo();
            table.brokenOff(turn.transaction(), first);
            turn.commit();
        } catch (SQLException away) {
            turn.undo();
        }
    }

    private void settle(Turn turn, First first, Verdict verdict, String error) throws SQLException {
        switch (verdict) {
            case KEY -> table.stillWaits(turn.transaction(), first, error);
            case POISON -> {
                if (first.faults() + 1 >= settings.attempts()) {
                    putAside(turn, first, error, first.attempts() + 1);
                    return;
                }
                table.isWrong(turn.transaction(), first, error);
            }
            case FATAL -> {
                putAside(turn, first, error, first.attempts() + 1);
                return;
            }
            case OUTAGE -> throw new IllegalStateException("verdict: OUTAGE (expected: thrown)");
        }
        turn.commit();
    }

    private void putAside(Turn turn, First first, String error, int attempts) throws SQLException {
        letters.park(turn.transaction(), first.record(), error, attempts);
        table.remove(turn.transaction(), first);
        turn.commit();
    }

    private Set<TopicPartition> places() {
        Set<TopicPartition> places = new HashSet<>();
        keys.values().forEach(held -> places.add(held.place()));
        return places;
    }

    private void count() {
        long records = keys.values().stream().mapToLong(HeldTable.Held::records).sum();
        waiting = new DeadLetters.Waiting(
                records,
                keys.values().stream().mapToLong(HeldTable.Held::sinceMs).min());
    }
}
