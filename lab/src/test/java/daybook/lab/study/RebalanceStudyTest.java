package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebalanceStudyTest {
    @TempDir
    Path dir;

    @Test
    void partitionsAreSharedOutEvenlyAndAnOwnerThatWasReplacedWritesNothing() {
        RebalanceResult result = Benches.run(RebalancePlan.USUAL, dir);

        assertThat(result.phases())
                .extracting(RebalanceResult.Phase::sizes)
                .containsExactly(List.of(3, 3, 2), List.of(4, 4), List.of(3, 3, 2), List.of(2, 2, 2, 2));
        assertThat(result.heldByTheFrozen()).isPositive();
        assertThat(result.refusedByTheDatabase()).isEqualTo(1);
        assertThat(result.refusedByTheLog()).isEqualTo(1);
        assertThat(result.lost() + result.duplicated()).isZero();
        assertThat(result.inBand()).isTrue();
    }

    @Test
    void otherSizesAreSharedOutJustSo() {
        RebalanceResult result = Benches.run(new RebalancePlan(3, 1_500, 12, 5), dir);

        assertThat(result.inBand()).as(result.toString()).isTrue();
    }
}
