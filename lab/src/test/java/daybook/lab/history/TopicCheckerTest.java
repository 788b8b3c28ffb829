package daybook.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Values 1 to 4 in two partitions: odd ones in 1, even ones in 0. The reader of the end is number 9. */
class TopicCheckerTest {
    private static final int WRITER = 0;
    private static final int READER = 5;
    private static final int LAST = 9;
    private static final TopicRules RULES = new TopicRules(LAST, true, false, true);

    @Test
    void aCleanHistoryIsClean() {
        TopicVerdict verdict = check(RULES, history -> {
            writeAll(history);
            readAll(history, READER);
            history.line(4);
            history.applied(1, 0, 2);
            history.committed(1, 0, 2);
            history.effect(1, 1);
            history.effect(1, 2);
            readAll(history, LAST);
        });

        assertThat(verdict.anomalies()).isEmpty();
        assertThat(verdict.records()).isEqualTo(4);
        assertThat(verdict.duplicates()).isZero();
    }

    @Test
    void aHistoryOfTroublesIsCleanToo() {
        TopicVerdict verdict = check(RULES, history -> {
            // Sent, stored, not answered; sent again: a duplicate, which is allowed.
            history.sent(WRITER, 1, 1);
            store(history, WRITER, 1, 1, 1);
            store(history, WRITER, 0, 0, 2);
            read(history, READER, 1, 0, 1);
            read(history, READER, 1, 1, 1);
            // The reader starts again.
            history.moved(READER, 1);
            read(history, READER, 1, 0, 1);
            // The broker loses both copies, and the offsets are given again.
            history.cut(1, 0);
            history.line(2);
            store(history, 1, 1, 0, 1);
            history.moved(READER, 1);
            read(history, READER, 1, 0, 1);
            store(history, 1, 1, 1, 3);
            history.duplicate(history.sent(1, 1, 3));
            store(history, 1, 0, 1, 4);
            read(history, LAST, 0, 0, 2);
            read(history, LAST, 0, 1, 4);
            read(history, LAST, 1, 0, 1);
            read(history, LAST, 1, 1, 3);
        });

        assertThat(verdict.anomalies()).isEmpty();
    }

    @Test
    void duplicatesAreCountedAndAllowedUnlessTheRuleSaysOnce() {
        Consumer<TopicHistory> twice = history -> {
            writeAll(history);
            store(history, WRITER, 1, 2, 3);
            readAll(history, LAST);
            read(history, LAST, 1, 2, 3);
        };

        assertThat(check(RULES, twice).duplicates()).isEqualTo(1);
        assertThat(check(RULES, twice).clean()).isTrue();
        assertThat(kinds(new TopicRules(LAST, true, true, true), twice)).containsExactly(Anomaly.Kind.DUPLICATE);
    }

    @Test
    void aRecordThatWasRefusedAndReadIsAnAbortedRead() {
        assertThat(kinds(history -> {
                    store(history, WRITER, 1, 0, 1);
                    store(history, WRITER, 0, 0, 2);
                    history.refused(WRITER, 1, 3);
                    store(history, WRITER, 0, 1, 4);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.ABORTED_READ);
    }

    @Test
    void aRecordThatNobodySentIsAPhantom() {
        assertThat(kinds(history -> {
                    store(history, WRITER, 1, 0, 1);
                    store(history, WRITER, 0, 0, 2);
                    store(history, WRITER, 0, 1, 4);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.PHANTOM);
    }

    @Test
    void aRecordThatTheSourceDoesNotHaveIsAPhantom() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    store(history, WRITER, 0, 2, 6);
                    readAll(history, LAST);
                    read(history, LAST, 0, 2, 6);
                }))
                .containsExactly(Anomaly.Kind.PHANTOM);
    }

    @Test
    void anAcknowledgedRecordThatIsNotThereIsALostWrite() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    store(history, WRITER, 1, 2, 1);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.LOST_WRITE);
    }

    @Test
    void anAcknowledgedRecordBelowOthersThatIsNotThereIsALostWrite() {
        assertThat(kinds(history -> {
                    store(history, WRITER, 1, 0, 1);
                    store(history, WRITER, 1, 1, 1);
                    store(history, WRITER, 1, 2, 3);
                    store(history, WRITER, 0, 0, 2);
                    store(history, WRITER, 0, 1, 4);
                    read(history, LAST, 1, 0, 1);
                    history.moved(LAST, 1);
                    read(history, LAST, 1, 2, 3);
                    read(history, LAST, 0, 0, 2);
                    read(history, LAST, 0, 1, 4);
                }))
                .containsExactly(Anomaly.Kind.LOST_WRITE);
    }

    @Test
    void aValueOfTheSourceThatIsNotThereIsUnseen() {
        Consumer<TopicHistory> incomplete = history -> {
            store(history, WRITER, 1, 0, 1);
            store(history, WRITER, 0, 0, 2);
            store(history, WRITER, 1, 1, 3);
            read(history, LAST, 1, 0, 1);
            read(history, LAST, 1, 1, 3);
            read(history, LAST, 0, 0, 2);
        };

        assertThat(kinds(incomplete)).containsExactly(Anomaly.Kind.UNSEEN);
        assertThat(kinds(new TopicRules(LAST, false, false, true), incomplete)).isEmpty();
    }

    @Test
    void twoValuesAtOneOffsetAreInconsistent() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    read(history, READER, 1, 1, 1);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.INCONSISTENT_OFFSETS);
    }

    @Test
    void aReaderThatPassesOverARecordSkips() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    store(history, WRITER, 1, 2, 3);
                    read(history, READER, 1, 0, 1);
                    read(history, READER, 1, 2, 3);
                    readAll(history, LAST);
                    read(history, LAST, 1, 2, 3);
                }))
                .containsExactly(Anomaly.Kind.POLL_SKIP);
    }

    @Test
    void aReaderThatGoesBackByItselfIsNotMonotonic() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    read(history, READER, 1, 1, 3);
                    read(history, READER, 1, 0, 1);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.NONMONOTONIC_POLL);
    }

    @Test
    void recordsOfOneSessionInTheWrongOrderAreNotMonotonic() {
        assertThat(kinds(history -> {
                    int first = history.sent(WRITER, 1, 1);
                    int second = history.sent(WRITER, 1, 1);
                    history.stored(second, new TopicHistory.Place(1, 0));
                    history.stored(first, new TopicHistory.Place(1, 1));
                    store(history, WRITER, 1, 2, 3);
                    store(history, WRITER, 0, 0, 2);
                    store(history, WRITER, 0, 1, 4);
                    read(history, LAST, 1, 0, 1);
                    read(history, LAST, 1, 1, 1);
                    read(history, LAST, 1, 2, 3);
                    read(history, LAST, 0, 0, 2);
                    read(history, LAST, 0, 1, 4);
                }))
                .containsExactly(Anomaly.Kind.NONMONOTONIC_SEND);
    }

    @Test
    void aLineAboveARecordThatIsNotThereIsASkip() {
        assertThat(kinds(history -> {
                    store(history, WRITER, 1, 0, 1);
                    store(history, WRITER, 1, 1, 3);
                    history.line(3);
                    store(history, WRITER, 0, 0, 2);
                    store(history, WRITER, 0, 1, 4);
                    readAll(history, LAST);
                }))
                .containsExactly(Anomaly.Kind.SEND_SKIP);
    }

    @Test
    void aRecordInAnotherPartitionThanItsKeySays() {
        assertThat(kinds(history -> {
                    store(history, WRITER, 1, 0, 1);
                    store(history, WRITER, 1, 1, 3);
                    store(history, WRITER, 0, 0, 2);
                    store(history, WRITER, 1, 2, 4);
                    read(history, LAST, 0, 0, 2);
                    read(history, LAST, 1, 0, 1);
                    read(history, LAST, 1, 1, 3);
                    read(history, LAST, 1, 2, 4);
                }))
                .containsExactly(Anomaly.Kind.WRONG_PARTITION);
    }

    @Test
    void aRecordUnderAnotherKeyOrWithAnotherBody() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    readAll(history, LAST);
                    history.read(READER, new TopicHistory.Place(1, 0), 1, -5, 10);
                }))
                .containsExactly(Anomaly.Kind.WRONG_KEY);
        assertThat(kinds(history -> {
                    writeAll(history);
                    readAll(history, LAST);
                    history.read(READER, new TopicHistory.Place(1, 0), 1, 1, 11);
                }))
                .containsExactly(Anomaly.Kind.MISMATCH);
    }

    @Test
    void firstCopiesOutOfOrder() {
        Consumer<TopicHistory> swapped = history -> {
            store(history, WRITER, 1, 0, 3);
            store(history, WRITER, 1, 1, 1);
            store(history, WRITER, 0, 0, 2);
            store(history, WRITER, 0, 1, 4);
            read(history, LAST, 1, 0, 3);
            read(history, LAST, 1, 1, 1);
            read(history, LAST, 0, 0, 2);
            read(history, LAST, 0, 1, 4);
        };

        assertThat(kinds(swapped)).containsExactly(Anomaly.Kind.OUT_OF_ORDER);
        assertThat(kinds(new TopicRules(LAST, true, false, false), swapped)).isEmpty();
    }

    @Test
    void aGroupThatIsAheadOfWhatItHasApplied() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    readAll(history, LAST);
                    history.applied(1, 0, 1);
                    history.committed(1, 0, 2);
                }))
                .containsExactly(Anomaly.Kind.COMMITTED_AHEAD);
    }

    @Test
    void anEffectThatHappensTwice() {
        assertThat(kinds(history -> {
                    writeAll(history);
                    readAll(history, LAST);
                    history.effect(1, 3);
                    history.effect(2, 3);
                    history.effect(1, 3);
                }))
                .containsExactly(Anomaly.Kind.DUPLICATE_EFFECT);
    }

    private static void writeAll(TopicHistory history) {
        for (long value = 1; value <= 4; value++) {
            store(history, WRITER, (int) (value % 2), (value - 1) / 2, value);
        }
    }

    private static void readAll(TopicHistory history, int reader) {
        for (long value = 1; value <= 4; value++) {
            read(history, reader, (int) (value % 2), (value - 1) / 2, value);
        }
    }

    private static void store(TopicHistory history, int session, int partition, long offset, long value) {
        history.stored(history.sent(session, partition, value), new TopicHistory.Place(partition, offset));
    }

    private static void read(TopicHistory history, int reader, int partition, long offset, long value) {
        history.read(reader, new TopicHistory.Place(partition, offset), value, value, 10 * value);
    }

    private static TopicVerdict check(TopicRules rules, Consumer<TopicHistory> happens) {
        TopicHistory history = new TopicHistory(2);
        happens.accept(history);
        return TopicChecker.check(history, new Numbers(4, 2), rules);
    }

    private static List<Anomaly.Kind> kinds(Consumer<TopicHistory> happens) {
        return kinds(RULES, happens);
    }

    private static List<Anomaly.Kind> kinds(TopicRules rules, Consumer<TopicHistory> happens) {
        return check(rules, happens).anomalies().stream()
                .map(Anomaly::kind)
                .distinct()
                .toList();
    }
}
