package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackpressureStudyTest {
    @TempDir
    Path dir;

    @Test
    void anOutageRefusesOrdersOnlyIfThePublisherIsAStageOfTheRing() {
        List<BackpressureResult> results = Benches.run(new BackpressurePlan(10, 300, 2_048), dir);

        assertThat(results).allMatch(BackpressureResult::inBand, "in band");
        BackpressureResult stage = results.get(0);
        assertThat(stage.busy()).isPositive();
        assertThat(stage.longestWaitMs()).isGreaterThanOrEqualTo(290);
        BackpressureResult tail = results.get(1);
        assertThat(tail.busy()).isZero();
        assertThat(tail.longestWaitMs()).isZero();
        assertThat(results).allMatch(result -> result.unpublished() == 0, "everything published");
    }

    @Test
    void aRingThatHoldsTheWholeOutageRefusesNobody() {
        List<BackpressureResult> results = Benches.run(new BackpressurePlan(1, 100, 4_096), dir);

        assertThat(results).allMatch(BackpressureResult::inBand, "in band");
        assertThat(results).allMatch(result -> result.busy() == 0, "nobody refused");
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        assertThatThrownBy(() -> new BackpressurePlan(1, 100, 100)).hasMessage("ring: 100 (expected: a power of two)");
    }
}
