package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhantomStudyTest {
    @TempDir
    Path dir;

    @Test
    void whatIsPublishedAboveTheDurableLineNeverHappenedAfterThePowerCut() {
        List<PhantomResult> results = Benches.run(PhantomPlan.USUAL, dir);

        assertThat(results).allMatch(PhantomResult::inBand, "in band");
        PhantomResult written = results.get(0);
        assertThat(written.publishedAtTheCut()).isEqualTo(905);
        assertThat(written.phantomTrades()).isEqualTo(2);
        assertThat(written.missingTrades()).isEqualTo(2);
        assertThat(written.wrongPositions()).isEqualTo(4);
        assertThat(written.refusedAtRestart()).isTrue();
        PhantomResult durable = results.get(1);
        assertThat(durable.publishedAtTheCut()).isEqualTo(899);
        assertThat(durable.phantomTrades() + durable.missingTrades() + durable.wrongPositions())
                .isZero();
        assertThat(durable.refusedAtRestart()).isFalse();
    }

    @Test
    void theBandFollowsThePlan() {
        assertThat(Benches.run(new PhantomPlan(7, 50, 5), dir)).allMatch(PhantomResult::inBand, "in band");
        assertThatThrownBy(() -> new PhantomPlan(1, 1, 1)).hasMessage("events: 1 (expected: 20..100000)");
    }
}
