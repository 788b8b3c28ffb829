package daybook.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StateCheckerTest {

    @Test
    void theSameRowsInAnyOrderAreTheSameState() {
        assertThat(StateChecker.compare("positions", List.of("A|5", "B|-5", "B|-5"), List.of("B|-5", "A|5", "B|-5")))
                .isEmpty();
    }

    @Test
    void whatDiffersIsNamed() {
        assertThat(StateChecker.compare("positions", List.of("A|5", "B|-5"), List.of("A|5", "B|-4", "A|5")))
                .containsExactly(
                        new Anomaly(Anomaly.Kind.STATE_NOT_THE_FOLD, "positions: missing [B|-5], surplus [B|-4, A|5]"));
    }
}
