package daybook.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator is worth what it finds: each planted bug must be found, as what it is, within {@value #SEEDS} seeds. */
class PlantedBugsTest {
    private static final int SEEDS = 2_000;
    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    static List<PlantedBug> bugs() {
        return PlantedBug.ALL;
    }

    /** The long run looks from the first seed on, the normal one where it was found before. */
    @ParameterizedTest
    @MethodSource("bugs")
    void isFound(PlantedBug bug) {
        assertThat(bug.seed()).isBetween(1L, (long) SEEDS);
        Optional<Violation> found = LONG ? search(bug) : violation(bug, bug.seed());

        assertThat(found).as(bug + " at seed " + bug.seed()).isPresent();
        assertThat(found.get().anomaly).as(found.get().getMessage()).isEqualTo(bug.anomaly());
    }

    @Test
    void thePageHasTheTable() throws IOException {
        Path page = Path.of(System.getProperty("daybook.root", ".."), "docs", "reliability.md");
        List<String> rows = new ArrayList<>();
        for (PlantedBug bug : PlantedBug.ALL) {
            rows.add("| " + bug + " | " + bug.seed() + " | " + bug.anomaly() + " |");
        }

        assertThat(Files.readAllLines(page)).as(String.join("\n", rows)).containsSubsequence(rows);
        assertThat(rows).hasSizeGreaterThanOrEqualTo(24);
    }

    private static Optional<Violation> search(PlantedBug bug) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Optional<Violation> found =
                    violation(bug, seed).filter(violation -> violation.anomaly.equals(bug.anomaly()));
            if (found.isPresent()) {
                System.out.println("planted bug: | " + bug + " | " + seed + " | " + bug.anomaly() + " |");
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Violation> violation(PlantedBug bug, long seed) {
        try {
            Simulation.run(seed, bug.parts());
            return Optional.empty();
        } catch (Violation found) {
            return Optional.of(found);
        }
    }
}
