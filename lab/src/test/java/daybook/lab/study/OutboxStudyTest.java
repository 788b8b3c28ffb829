package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxStudyTest {
    @TempDir
    Path dir;

    @Test
    void eachNaiveDesignFailsInItsOwnWayAndTheOutboxDoesNot() {
        OutboxPlan plan = new OutboxPlan(3, 150, 0.1);

        List<OutboxResult> results = Benches.run(plan, dir);

        assertThat(results).allMatch(OutboxResult::inBand, "in band");
        int crashes = results.get(0).crashes();
        assertThat(crashes).isPositive();
        assertThat(results).extracting(OutboxResult::crashes).containsOnly(crashes);
        assertThat(results).extracting(OutboxResult::lost).containsExactly((long) crashes, 0L, 0L, 0L);
        assertThat(results).extracting(OutboxResult::phantom).containsExactly(0L, (long) crashes, 0L, 0L);
        assertThat(results).extracting(OutboxResult::duplicatedOnTopic).containsExactly(0L, 0L, (long) crashes, 0L);
        assertThat(results).extracting(OutboxResult::duplicatedEffects).containsExactly(0L, 0L, (long) crashes, 0L);
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        assertThatThrownBy(() -> new OutboxPlan(1, 10, 1.5)).hasMessage("crashRate: 1.5 (expected: 0..1)");
        assertThatThrownBy(() -> new OutboxPlan(1, 10, Double.NaN)).hasMessage("crashRate: NaN (expected: 0..1)");
    }
}
