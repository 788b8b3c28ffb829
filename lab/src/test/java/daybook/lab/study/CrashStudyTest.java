package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrashStudyTest {
    @TempDir
    Path dir;

    /** Bands are computed from the parameters, so they hold for parameters that nobody has published. */
    @ParameterizedTest
    @CsvSource({"1, 2, 10000, 100, 10", "2, 6, 210, 7, 5", "3, 12, 20, 1, 3", "4, 15, 500, 1000, 2"})
    void everyModeCostsWhatItMust(long seed, int days, int fills, int batch, int crashes) {
        CrashPlan plan = new CrashPlan(seed, days, fills, 10, batch, crashes);

        List<ModeResult> results = Benches.run(plan, dir, CrashTrace.NONE);

        assertThat(results).extracting(ModeResult::mode).containsExactly(DeliveryMode.values());
        assertThat(results).allMatch(ModeResult::inBand, "in band");
        assertThat(results.get(0).duplicated()).isZero();
        assertThat(results.get(0).lost()).isPositive();
        assertThat(results.get(1).lost()).isZero();
        assertThat(results.get(1).duplicated()).isPositive();
        assertThat(results.get(1).crashes()).isEqualTo(days * crashes);
        for (ModeResult exact : results.subList(2, 4)) {
            assertThat(exact.crashes()).isEqualTo(days * crashes);
            assertThat(exact.lost() + exact.duplicated() + exact.positionError())
                    .isZero();
        }
    }

    /** What the trace tells is enough to count again, by other arithmetic. */
    @Test
    void aRecountFromTheTraceGivesTheSameTable() {
        Recount recount = new Recount();
        CrashPlan plan = new CrashPlan(9, 2, 1_000, 10, 50, 6);

        List<ModeResult> results = Benches.run(plan, dir, recount);

        for (ModeResult result : results) {
            assertThat(recount.of(result.mode())).containsExactly(result.crashes(), result.lost(), result.duplicated());
        }
    }

    @Test
    void aSeedGivesTheSameRun() {
        CrashPlan plan = new CrashPlan(5, 1, 1_000, 10, 100, 5);

        List<ModeResult> first = Benches.run(plan, dir.resolve("a"), CrashTrace.NONE);

        assertThat(Benches.run(plan, dir.resolve("b"), CrashTrace.NONE)).isEqualTo(first);
    }

    @Test
    void withoutCrashesAllModesAreOne() {
        CrashPlan plan = new CrashPlan(5, 1, 1_000, 10, 100, 0);

        assertThat(Benches.run(plan, dir, CrashTrace.NONE))
                .allMatch(result -> result.inBand() && result.lost() + result.duplicated() == 0);
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        assertThatThrownBy(() -> new CrashPlan(1, 0, 1, 1, 1, 1)).hasMessage("days: 0 (expected: 1..10000)");
        assertThatThrownBy(() -> new CrashPlan(1, 1, 10, 1, 1, 11)).hasMessage("crashes: 11 (expected: 0..10)");
    }

    private static final class Recount implements CrashTrace {
        private final Map<DeliveryMode, long[]> counts = new EnumMap<>(DeliveryMode.class);

        /** Crashes, lost and repeated. */
        long[] of(DeliveryMode mode) {
            return counts.computeIfAbsent(mode, key -> new long[3]);
        }

        @Override
        public void fills(int day, long[] slots, long[] quantities) {}

        @Override
        public void crash(DeliveryMode mode, int day, int step, CrashHook.Stage stage, int index) {
            of(mode)[0]++;
        }

        @Override
        public void day(DeliveryMode mode, int day, int[] times) {
            long zeros = Arrays.stream(times).filter(count -> count == 0).count();
            of(mode)[1] += zeros;
            of(mode)[2] += Arrays.stream(times).sum() - (times.length - zeros);
        }
    }
}
