package daybook.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.lab.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many there are, and for how long. */
class SandboxesTest {
    private long nowNs;
    private final Sandboxes sandboxes = new Sandboxes(() -> nowNs);

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void thereAreSixteenAtMost() {
        fill();

        assertThat(sandboxes.open(1)).isEmpty();
        assertThat(sandboxes.size()).isEqualTo(16);
    }

    @Test
    void theOneThatWasAskedLongestAgoMakesPlaceAfterAMinute() {
        List<String> ids = fill();
        pass(Duration.ofSeconds(50));
        assertThat(sandboxes.find(ids.get(0))).isPresent();
        pass(Duration.ofSeconds(10));

        assertThat(sandboxes.open(1)).isPresent();

        assertThat(sandboxes.find(ids.get(0))).isPresent();
        assertThat(sandboxes.find(ids.get(1))).isEmpty();
        assertThat(sandboxes.find(ids.get(2))).isPresent();
    }

    @Test
    void oneThatNobodyAsksIsDeletedAfterTenMinutes() {
        String idle = sandboxes.open(1).orElseThrow();
        String used = sandboxes.open(1).orElseThrow();
        pass(Duration.ofMinutes(9));
        Sandbox kept = sandboxes.find(used).orElseThrow();
        pass(Duration.ofMinutes(1));

        assertThat(sandboxes.pump()).isEqualTo(1);

        assertThat(sandboxes.find(idle)).isEmpty();
        assertThat(sandboxes.find(used)).containsSame(kept);
    }

    @Test
    void nobodyFindsTheSandboxOfAnother() {
        String one = sandboxes.open(1).orElseThrow();
        String other = sandboxes.open(1).orElseThrow();

        assertThat(one).hasSize(32).isNotEqualTo(other);
        assertThat(sandboxes.find(one)).isNotEqualTo(sandboxes.find(other));
        assertThat(sandboxes.find("")).isEmpty();
    }

    private List<String> fill() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < Sandboxes.MOST; i++) {
            ids.add(sandboxes.open(i).orElseThrow());
        }
        return ids;
    }

    private void pass(Duration time) {
        nowNs += time.toNanos();
    }
}
