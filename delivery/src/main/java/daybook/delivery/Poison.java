package daybook.delivery;

import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts how often records could not be processed, and parks those that were tried often enough. */
final class Poison {

    private record Origin(TopicPartition place, long offset) {
        static Origin of(StoredRecord record) {
            return new Origin(record.place(), record.offset());
        }
    }

    private record Failure(int attempts, String error) {}

    private final int attempts;
    private final DeadLetters letters;
    private final Map<Origin, Failure> failures = new HashMap<>();
    private long waiting;

    Poison(ConsumerOptions options, InstantSource clock) {
        this.attempts = options.attempts();
        this.letters = new DeadLetters(options.consumer(), clock);
    }

    /** Learns from the database how many are parked. */
    void load(Connection connection) throws SQLException {
        waiting = letters.waiting(connection);
    }

    long waiting() {
        return waiting;
    }

    void failed(BadRecordException bad) {
        Origin origin = Origin.of(bad.record());
        Failure before = failures.get(origin);
        failures.put(origin, new Failure(before == null ? 1 : before.attempts() + 1, String.valueOf(bad.getMessage())));
    }

    /** Parks, in the caller's transaction, what was tried often enough; returns the others. */
    List<StoredRecord> park(Connection connection, List<StoredRecord> records) throws SQLException {
        if (failures.isEmpty()) {
            return records;
        }
        List<StoredRecord> others = new ArrayList<>(records.size());
        for (StoredRecord record : records) {
            Failure failure = failures.get(Origin.of(record));
            if (failure == null || failure.attempts() < attempts) {
                others.add(record);
            } else {
                letters.park(connection, record, failure.error(), failure.attempts());
            }
        }
        return others;
    }

    /** These records are committed: applied or parked. */
    void passed(List<StoredRecord> records) {
        if (failures.isEmpty()) {
            return;
        }
        for (StoredRecord record : records) {
            Failure failure = failures.remove(Origin.of(record));
            if (failure != null && failure.attempts() >= attempts) {
                waiting++;
            }
        }
    }

    /** Offers a parked record to the handler, in the caller's transaction. False if there is none. */
    boolean replay(Connection connection, TopicPartition place, long offset, BatchHandler handler) throws SQLException {
        Optional<DeadLetter> letter = letters.find(connection, place, offset);
        if (letter.isEmpty()) {
            return false;
        }
        handler.apply(connection, List.of(letter.get().record()));
        letters.replayed(connection, letter.get());
        waiting = letters.waiting(connection);
        return true;
    }
}
