package daybook.log.embedded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What is remembered of a group: its next offsets, and for a share group what became of each record. Confined to its lock. */
final class GroupState {
    static final Comparator<Identity> BY_PLACE =
            Comparator.comparing(Identity::topicId).thenComparingInt(Identity::partition);

    private final Map<Identity, Long> offsets = new TreeMap<>(BY_PLACE);
    private final Map<Identity, Lane> lanes = new TreeMap<>(BY_PLACE);

    /** Where a lent record stands. */
    enum LoanState {
        LENT(1),
        ACCEPTED(2),
        RELEASED(3),
        REJECTED(4);

        private final byte code;

        LoanState(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }

        static LoanState of(byte code) {
            for (LoanState state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new IllegalArgumentException("state: " + code + " (expected: 1..4)");
        }

        boolean isDone() {
            return this == ACCEPTED || this == REJECTED;
        }
    }

    /** A record that has been lent at least once. */
    record Loan(long offset, LoanState state, int deliveries) {}

    /** A share group's view of one partition: everything below {@code start} is done; {@code loans} lie above it. */
    static final class Lane {
        private long start;
        private final NavigableMap<Long, Loan> loans = new TreeMap<>();

        long start() {
            return start;
        }

        NavigableMap<Long, Loan> loans() {
            return loans;
        }

        /** First offset that was never lent. */
        long next() {
            return loans.isEmpty() ? start : loans.lastKey() + 1;
        }

        void put(Loan loan) {
            if (loan.offset() < start) {
                return;
            }
            loans.put(loan.offset(), loan);
            advance();
        }

        private void startAt(long offset) {
            start = offset;
            loans.headMap(offset).clear();
            advance();
        }

        private void advance() {
            while (!loans.isEmpty()
                    && loans.firstKey() == start
                    && loans.firstEntry().getValue().state().isDone()) {
                loans.pollFirstEntry();
                start++;
            }
        }
    }

    Map<Identity, Long> offsets() {
        return offsets;
    }

    boolean isShared(Identity place) {
        return lanes.containsKey(place);
    }

    Lane lane(Identity place) {
        return lanes.computeIfAbsent(place, p -> new Lane());
    }

    void apply(Identity place, Loan loan) {
        lane(place).put(loan);
    }

    void shareFrom(Identity place, long offset) {
        lane(place).startAt(offset);
    }

    Map<Identity, Long> shareStarts() {
        Map<Identity, Long> starts = new TreeMap<>(BY_PLACE);
        lanes.forEach((place, lane) -> starts.put(place, lane.start()));
        return starts;
    }

    Map<Identity, List<Loan>> loans() {
        Map<Identity, List<Loan>> loans = new TreeMap<>(BY_PLACE);
        lanes.forEach(
                (place, lane) -> loans.put(place, new ArrayList<>(lane.loans().values())));
        return loans;
    }
}
