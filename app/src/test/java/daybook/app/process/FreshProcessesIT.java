package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.lab.check.Recorded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** M-20: the same commands give the same events in every process. */
class FreshProcessesIT {
    private static final int PROCESSES = Boolean.getBoolean("daybook.long") ? 20 : 3;

    @TempDir
    Path folder;

    @Test
    void selfTradePreventionChoosesTheSameEveryTime() {
        List<String> first = run(0);
        for (int i = 1; i < PROCESSES; i++) {
            assertThat(run(i)).as("process %d", i).isEqualTo(first);
        }
    }

    /** Runs a venue; returns its events without their times. */
    private List<String> run(int number) {
        Scenario venue = Scenario.in(folder.resolve("data-" + number));
        venue.order("Y", "sell 3@100");
        venue.order("X1", "sell 4@100");
        venue.order("Z", "sell 5@100");
        venue.order("X2", "buy 10@100");
        assertThat(venue.trades()).containsExactly("Y/X2 3@100", "Z/X2 5@100");
        assertThat(venue.show("X1").text("status")).isEqualTo("CANCELLED");
        assertThat(venue.book()).isEqualTo("2@100 |");
        venue.end();
        List<String> events = new ArrayList<>();
        Recorded.events(venue.data(), event -> {
            Map<String, Object> timeless = new TreeMap<>(event);
            timeless.remove("time");
            events.add(timeless.toString());
        });
        return events;
    }
}
