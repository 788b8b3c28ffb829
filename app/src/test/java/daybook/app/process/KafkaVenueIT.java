package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.chaos.Outage;
import daybook.app.kafka.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The venue on a real broker, from outside. In several processes: {@link KillEveryRoleIT}. */
class KafkaVenueIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private Path data = Path.of("");

    @SuppressWarnings("NullAway.Init") // before each test
    private TestBroker broker;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void aBrokerWithTopics() {
        data = folder.resolve("data");
        broker = TestBroker.start(Map.of());
        environment = broker.environment();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    /** R21, C2. */
    @Test
    void withoutItsTopicsItNamesThemAndDoesNotStart() {
        Program.Outcome up = run("up", "--data", data.toString(), "--port", "0", "--for", "1s");
        Program.Outcome role = run("run", "capture", "--data", data.toString());

        assertThat(List.of(up, role)).allSatisfy(outcome -> {
            assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(3);
            assertThat(outcome.err())
                    .contains("exchange.events.v1 is missing", "daybook topics init")
                    .doesNotContain("\tat ");
        });
    }

    /** P6, P17, P18, P19: the broker is killed, stopped and frozen under load; no order is refused, and all comes through. */
    @Test
    void outagesOfTheBrokerCostLagAndNothingElse() {
        topicsInit();
        RunningVenue venue = RunningVenue.startWith(environment, data, "--rate", "200");
        String trader = venue.token("alice");
        int sent = 0;
        for (Outage.Kind kind : Outage.Kind.values()) {
            awaitPublished(venue, venue.status().get("durableSeq").asLong());
            long before = venue.status().get("durableSeq").asLong();
            broker.away(kind);
            long end = System.nanoTime() + PATIENCE.toNanos();
            JsonNode during = venue.status();
            while (during.get("connected").asBoolean() || during.get("lag").asLong() == 0) {
                assertThat(System.nanoTime() - end).as(kind + ": " + during).isNegative();
                assertThat(venue.order(trader, buy("during-" + ++sent))
                                .orElseThrow()
                                .statusCode())
                        .as(kind.toString())
                        .isEqualTo(200);
                RunningVenue.pause(Duration.ofMillis(100));
                during = venue.status();
            }
            assertThat(during.get("state").asString()).isEqualTo("red");
            assertThat(during.get("durableSeq").asLong()).isGreaterThan(before);
            broker.back(kind);
            awaitPublished(venue, during.get("durableSeq").asLong());
        }

        assertThat(venue.status().get("busy").asLong()).isZero();
        venue.becomesGreen(PATIENCE);
        assertThat(venue.stop()).as(venue.errors()).isZero();
        assertThat(venue.errors()).doesNotContain("NetworkClient", "\tat ");
        isClean();
    }

    /** P18 in small, by the command that does it: a broker and a venue of its own, all checks. */
    @Test
    void theOutageDrillPassesItsChecks() {
        Program.Outcome drill =
                Program.run("chaos", "broker", "--data", data.toString(), "--seconds", "3", "--how", "kill", "--json");

        assertThat(drill.exitCode()).as(drill.toString()).isZero();
        assertThat(RunningVenue.JSON.readTree(drill.out()))
                .hasSize(8)
                .allSatisfy(check -> assertThat(check.get("pass").asBoolean())
                        .as(check.toString())
                        .isTrue());
        assertThat(run("broker", "status", "--data", data.toString()).exitCode())
                .as("the broker of the drill is gone")
                .isEqualTo(3);
    }

    private void isClean() {
        Program.Outcome check = run("check", "--data", data.toString(), "--json");
        Program.Outcome reconcile = run("reconcile", "--data", data.toString(), "--json");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(reconcile.exitCode()).as(reconcile.toString()).isZero();
    }

    private static void awaitPublished(RunningVenue venue, long seq) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode status = venue.status();
        while (status.get("publishedSeq").asLong() < seq
                || !status.get("connected").asBoolean()) {
            assertThat(System.nanoTime() - end).as(status.toString()).isNegative();
            RunningVenue.pause(Duration.ofMillis(100));
            status = venue.status();
        }
    }

    private void topicsInit() {
        Program.Outcome init = run("topics", "init");
        assertThat(init.exitCode()).as(init.toString()).isZero();
    }

    private Program.Outcome run(String... arguments) {
        return Program.runWith(environment, arguments);
    }

    static String buy(String id) {
        return "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                + "\"timeInForce\":\"GTC\",\"price\":\"1400.00\",\"quantity\":\"1\"}";
    }
}
