package daybook.app.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Heartbeats} must do. */
abstract class HeartbeatsContract {
    static final Identity HERE = new Identity("one:/data", "one", 17, "http://127.0.0.1:1", Instant.EPOCH);

    @SuppressWarnings("NullAway.Init") // before each test
    private Heartbeats heartbeats;

    /** The same place at each call of a test. */
    abstract Heartbeats open();

    /** Makes what was written look so much older. */
    abstract void age(Duration by);

    @BeforeEach
    void openIt() {
        heartbeats = open();
    }

    @AfterEach
    void close() {
        heartbeats.close();
    }

    @Test
    void whatARoleSaysIsHeardByAnotherProcess() {
        RoleReport ledger = new RoleReport(
                "ledger", "amber", List.of("ledger: a \"reason\""), Map.of("done", 7L), "fills.v1-0 offset 6");

        heartbeats.beat(ledger, HERE);

        try (Heartbeats other = open()) {
            assertThat(other.all()).singleElement().satisfies(heard -> {
                assertThat(heard.report()).isEqualTo(ledger);
                assertThat(heard.process()).isEqualTo(HERE);
                assertThat(heard.isFresh()).isTrue();
                assertThat(heard.state()).isEqualTo("amber");
            });
        }
    }

    @Test
    void ofEachRoleTheLastWordCounts() {
        heartbeats.beat(report("capture", "red"), HERE);
        heartbeats.beat(report("ledger", "green"), HERE);
        heartbeats.beat(report("capture", "green"), HERE);

        assertThat(heartbeats.all())
                .extracting(heard -> heard.report().role() + " " + heard.state())
                .containsExactly("capture green", "ledger green");
    }

    @Test
    void oneThatStopsInOrderIsNotMissed() {
        heartbeats.beat(report("capture", "green"), HERE);
        heartbeats.beat(report("ledger", "green"), HERE);

        heartbeats.leave("capture", HERE);
        heartbeats.leave("board", HERE); // never beat

        assertThat(heartbeats.all()).extracting(heard -> heard.report().role()).containsExactly("ledger");
    }

    /** Q26: whatever it said last, nobody is there. */
    @Test
    void anOldHeartbeatIsRedAndSaysHowOldAndWhose() {
        heartbeats.beat(report("audit", "green"), HERE);

        age(Heartbeat.FRESH.plusSeconds(18));

        assertThat(heartbeats.all()).singleElement().satisfies(heard -> {
            assertThat(heard.isFresh()).isFalse();
            assertThat(heard.state()).isEqualTo("red");
            assertThat(heard.reasons())
                    .singleElement()
                    .asString()
                    .matches("audit: last heartbeat 6[3-9] s ago \\(one, pid 17\\)");
        });
        heartbeats.beat(report("audit", "green"), HERE);
        assertThat(heartbeats.all())
                .singleElement()
                .satisfies(heard -> assertThat(heard.state()).isEqualTo("green"));
    }

    @Test
    void whereNobodyHasBeatenThereIsNone() {
        heartbeats.beat(report("audit", "green"), HERE);
        heartbeats.leave("audit", HERE);

        assertThat(heartbeats.all()).isEmpty();
    }

    static RoleReport report(String role, String state) {
        return new RoleReport(role, state, List.of(), Map.of(), "");
    }
}
