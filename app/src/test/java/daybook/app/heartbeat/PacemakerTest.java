package daybook.app.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a process beats, on a clock that the test moves. */
class PacemakerTest {
    private final Kept kept = new Kept();
    private List<RoleReport> roles = List.of(report("capture", "green", 1), report("ledger", "green", 1));
    private long now;

    private final Pacemaker pacemaker = new Pacemaker(kept, HeartbeatsContract.HERE, () -> roles, () -> now);

    @Test
    void everyRoleBeatsAtOnceAndThenEveryTenSeconds() {
        pacemaker.pump();
        assertThat(kept.heard).containsExactly("capture green 1", "ledger green 1");

        roles = List.of(report("capture", "green", 2), report("ledger", "green", 2));
        pass(Duration.ofMillis(9_900));
        assertThat(kept.heard).as("numbers that move wait").hasSize(2);
        pass(Duration.ofMillis(1_100));

        assertThat(kept.heard.subList(2, 4)).containsExactly("capture green 2", "ledger green 2");
    }

    @Test
    void aRoleThatTurnsRedSaysSoWithinASecond() {
        pacemaker.pump();

        roles = List.of(report("capture", "green", 1), report("ledger", "red", 1));
        pass(Duration.ofSeconds(1));

        assertThat(kept.heard.subList(2, kept.heard.size())).containsExactly("ledger red 1");
    }

    @Test
    void aPlaceThatIsAwayIsTriedAgainAndTheRolesGoOn() {
        kept.away = true;
        pacemaker.pump();
        pass(Duration.ofSeconds(5));
        assertThat(kept.tries).as("once in ten seconds").isEqualTo(1);

        kept.away = false;
        pass(Duration.ofSeconds(6));

        assertThat(kept.heard).containsExactly("capture green 1", "ledger green 1");
    }

    @Test
    void whoStopsInOrderLeaves() {
        pacemaker.pump();

        pacemaker.close();

        assertThat(kept.left).containsExactlyInAnyOrder("capture", "ledger");
        assertThat(kept.closed).isTrue();
    }

    /** A stop must not wait for a database that does not answer. */
    @Test
    void aPlaceThatIsAwayIsNotAskedAgainAtTheEnd() {
        kept.away = true;
        pacemaker.pump();

        pacemaker.close();

        assertThat(kept.tries).isEqualTo(1);
        assertThat(kept.closed).isTrue();
    }

    private void pass(Duration time) {
        for (long step = Duration.ofMillis(100).toNanos(), end = now + time.toNanos(); now < end; ) {
            now += step;
            pacemaker.pump();
        }
    }

    private static RoleReport report(String role, String state, long done) {
        return new RoleReport(role, state, List.of(), Map.of("done", done), "");
    }

    private static final class Kept implements Heartbeats {
        private final List<String> heard = new ArrayList<>();
        private final List<String> left = new ArrayList<>();
        private boolean away;
        private boolean closed;
        private int tries;

        @Override
        public void beat(RoleReport report, Identity process) {
            tries++;
            if (away) {
                throw new IllegalStateException("away");
            }
            heard.add(report.role() + " " + report.state() + " "
                    + report.counters().get("done"));
        }

        @Override
        public void leave(String role, Identity process) {
            tries++;
            left.add(role);
        }

        @Override
        public List<Heartbeat> all() {
            return List.of();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
