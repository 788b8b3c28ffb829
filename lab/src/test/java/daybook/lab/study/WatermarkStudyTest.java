package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatermarkStudyTest {
    @TempDir
    Path dir;

    @Test
    void theWatermarkLosesWhatWasOvertakenAndTheIdentityLosesNothing() {
        List<WatermarkResult> results = Benches.run(new WatermarkPlan(2, 500, 0.2), dir);

        assertThat(results).allMatch(WatermarkResult::inBand, "as expected");
        assertThat(results).extracting(WatermarkResult::guard).containsExactly(Guard.values());
        assertThat(results.get(0).duplicated()).isPositive();
        assertThat(results.get(1).lost()).isPositive();
        assertThat(results.get(2).lost() + results.get(2).duplicated()).isZero();
    }

    @Test
    void withoutFailuresAllGuardsAreOne() {
        assertThat(Benches.run(new WatermarkPlan(2, 100, 0), dir))
                .allMatch(result -> result.inBand() && result.lost() + result.duplicated() == 0);
    }
}
