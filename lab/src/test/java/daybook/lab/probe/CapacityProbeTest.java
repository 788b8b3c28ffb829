package daybook.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityProbeTest {

    @ParameterizedTest
    @CsvSource({"5000, 128", "100000, 512"})
    void everyStrategyIsEvaluatedOnceUponOneBar(int strategies, int batches) {
        ProbeResult result = new CapacityProbe(ProbePlan.DEFAULT.with(strategies)).run();

        assertThat(result)
                .returns(strategies, ProbeResult::strategies)
                .returns(batches, ProbeResult::batches)
                .returns((long) strategies, ProbeResult::evaluations)
                .returns(true, ProbeResult::pass);
        // The market makers quote at once, on both sides.
        assertThat(result.intents()).isEqualTo(2L * (strategies / 3));
        assertThat(result.evaluatePerSecond()).isPositive();
    }
}
