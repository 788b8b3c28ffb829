package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.lab.study.PoisonResult.Handling;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoisonStudyTest {
    @TempDir
    Path dir;

    /** 1, "bad", 3: 1 and 3 count, and the dead letter names offset 1. */
    @Test
    void ofOneBadThreeTheDeadLetterNamesTheMiddleOneAndTheOthersCount() {
        List<PoisonResult> results = Benches.run(PoisonPlan.SMALLEST, dir);

        assertThat(results).allMatch(PoisonResult::inBand, "in band");
        PoisonResult letter = results.get(0);
        assertThat(letter.handling()).isEqualTo(Handling.DEAD_LETTER);
        assertThat(letter.applied()).isEqualTo(2);
        assertThat(letter.origins()).containsExactly(1L);
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.suspectKeys()).isEqualTo(1);
        assertThat(letter.afterRepair()).isEqualTo(3);
    }

    @Test
    void whoTriesForEverKeepsTheOthersWaitingAndWhoPassesOverIsWrongWithoutAWord() {
        List<PoisonResult> results = Benches.run(PoisonPlan.drawn(4, 300, 10, 20, 4), dir);

        assertThat(results).allMatch(PoisonResult::inBand, "in band");
        PoisonResult blocked = results.get(1);
        assertThat(blocked.waiting()).isPositive();
        assertThat(blocked.waitingOfOthers()).isPositive();
        assertThat(blocked.afterRepair()).isEqualTo(300);
        PoisonResult passed = results.get(2);
        assertThat(passed.unmarkedKeys()).isPositive();
        assertThat(passed.afterRepair()).isEqualTo(296);
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        assertThatThrownBy(() -> PoisonPlan.drawn(1, 10, 1, 1, 11)).hasMessage("bad: 11 (expected: 1..10)");
    }
}
