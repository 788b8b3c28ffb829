package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever a power cut leaves of the pending changes, at whichever operation it comes, the journal opens, has everything
 * that was acknowledged, has nothing that was never written, and goes on. Method: {@link Explorer#cutThePowerEverywhere}.
 */
class CrashPointTest {
    private static final int RANDOM_SUBSETS = Boolean.getBoolean("daybook.long") ? 2_000 : 25;

    @Test
    void aPowerCutKeepsTheAcknowledgedAndNothingThatWasNeverWritten() {
        Explorer explorer = Explorer.ofTheRealThing(RANDOM_SUBSETS);

        explorer.cutThePowerEverywhere();

        System.out.println("crash states: " + explorer.states());
        assertThat(explorer.states()).isGreaterThan(5_000);
    }

    @ParameterizedTest(name = "lanes with seed {0}")
    @ValueSource(longs = {1, 2})
    void theSameWithBatchesThatRunBesideTheWriter(long seed) {
        Explorer explorer = Explorer.withLanes(OverlappingWriter::new, seed, RANDOM_SUBSETS / 2);

        explorer.cutThePowerEverywhere();

        assertThat(explorer.states()).isGreaterThan(1_500);
    }
}
