package daybook.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Commands are named by numbers from 100 on. */
class AckCheckerTest {

    @Test
    void aCleanHistoryIsClean() {
        assertThat(kinds(new long[] {100, 101, 102, 102}, history -> {
                    int a = history.begin(0, 100);
                    int b = history.begin(1, 101);
                    history.acknowledged(b, 2);
                    history.acknowledged(a, 1);
                    // Not answered, sent again, and both have happened.
                    history.begin(0, 102);
                    history.acknowledged(history.begin(0, 102), 4);
                    // Refused, and not answered and never happened.
                    history.refused(history.begin(1, 103));
                    history.begin(1, 104);
                }))
                .isEmpty();
    }

    @Test
    void commandsOfOthersAreNobodysBusiness() {
        assertThat(kinds(new long[] {0, 100, 0}, history -> history.acknowledged(history.begin(0, 100), 2)))
                .isEmpty();
    }

    @Test
    void whatWasAcknowledgedAndIsNotThereIsLost() {
        assertThat(kinds(new long[] {100}, history -> {
                    history.acknowledged(history.begin(0, 100), 1);
                    history.acknowledged(history.begin(0, 101), 2);
                }))
                .containsExactly(Anomaly.Kind.ACK_LOST);
    }

    @Test
    void whatWasAcknowledgedAndIsAnotherIsLost() {
        assertThat(kinds(new long[] {100, 102}, history -> {
                    history.acknowledged(history.begin(0, 100), 1);
                    history.begin(0, 102);
                    history.acknowledged(history.begin(1, 101), 2);
                }))
                .containsExactly(Anomaly.Kind.ACK_LOST);
    }

    @Test
    void oneNumberForTwo() {
        assertThat(kinds(new long[] {100}, history -> {
                    int a = history.begin(0, 100);
                    int b = history.begin(0, 100);
                    history.acknowledged(a, 1);
                    history.acknowledged(b, 1);
                }))
                .containsExactly(Anomaly.Kind.NUMBER_TWICE);
    }

    @Test
    void theOrderOfRealTime() {
        assertThat(kinds(new long[] {101, 100}, history -> {
                    history.acknowledged(history.begin(0, 100), 2);
                    history.acknowledged(history.begin(1, 101), 1);
                }))
                .containsExactly(Anomaly.Kind.REAL_TIME_ORDER);
    }

    @Test
    void theOrderOfASession() {
        assertThat(kinds(new long[] {101, 100}, history -> {
                    int a = history.begin(0, 100);
                    int b = history.begin(0, 101);
                    history.acknowledged(a, 2);
                    history.acknowledged(b, 1);
                }))
                .containsExactly(Anomaly.Kind.SESSION_ORDER);
    }

    @Test
    void whatWasBegunOnceAndHappenedTwice() {
        assertThat(kinds(new long[] {100, 100}, history -> history.begin(0, 100)))
                .containsExactly(Anomaly.Kind.HAPPENED_TWICE);
        assertThat(kinds(new long[] {100, 100}, history -> history.acknowledged(history.begin(0, 100), 1)))
                .containsExactly(Anomaly.Kind.HAPPENED_TWICE);
    }

    @Test
    void whatWasRefusedAndHappened() {
        assertThat(kinds(new long[] {100}, history -> history.refused(history.begin(0, 100))))
                .containsExactly(Anomaly.Kind.REFUSED_HAPPENED);
    }

    private static List<Anomaly.Kind> kinds(long[] journal, Consumer<AckHistory> happens) {
        AckHistory history = new AckHistory();
        happens.accept(history);
        return AckChecker.check(history, journal).stream()
                .map(Anomaly::kind)
                .distinct()
                .toList();
    }
}
