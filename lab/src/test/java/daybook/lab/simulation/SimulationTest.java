package daybook.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever goes wrong, nothing that was acknowledged is lost, every event has its effects once, and when nothing goes wrong any
 * more, everything catches up. Method: histories of the whole chain, each decided by its seed ({@link Simulation}).
 */
class SimulationTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int HISTORIES = LONG ? 34_000 : 2_000;
    private static final int FAULTS = LONG ? 2_000_000 : 100_000;

    @Test
    void noHistoryLosesOrInventsOrRepeatsAnything() throws InterruptedException, IOException {
        Tally tally = Tally.of(seed -> seed <= HISTORIES);

        System.out.println("simulation: " + tally.inWords());
        Files.writeString(Path.of("target", "simulation.md"), tally.inWords());
        assertThat(tally.violations()).isEmpty();
        assertThat(tally.histories()).isGreaterThanOrEqualTo(HISTORIES);
        // A run in which little happened proves little.
        assertThat(tally.faultCount()).isGreaterThanOrEqualTo(FAULTS);
        assertThat(tally.faults()).containsOnlyKeys(Fault.values());
    }

    @Test
    void aSeedIsAHistory() {
        for (long seed = 1; seed <= 20; seed++) {
            String hash = Simulation.run(seed, Parts.AS_THEY_ARE).hash();

            assertThat(Simulation.run(seed, Parts.AS_THEY_ARE).hash())
                    .as("seed " + seed)
                    .isEqualTo(hash);
        }
    }

    /** Each of these seeds has found a fault in the program once. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                // The relay kept a producer that had failed, and the outbox never emptied.
                89,
                106,
                157,
                // The broker lost its tail while the relay's machine slept, and with it its steady clock: fills were
                // not sent again.
                290,
                // The message after those that the broker had lost got the offset of one of them.
                6_084,
                // Of the simulation's own: a steady clock that went back; a power cut while a stand-by was started.
                8_279,
                11_264
            })
    void whatWasFoundOnceStaysMended(long seed) {
        assertThat(Simulation.run(seed, Parts.AS_THEY_ARE).events()).isPositive();
    }
}
