package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import daybook.app.kafka.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** P18 in full, behind {@code ./daybook test --long}: thirty outages, a leader of three killed, and what an order's answer costs meanwhile. */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class OutageProgrammeIT {
    private static final int OUTAGES = 30;
    private static final long EVENTS = 1_000_000;
    private static final int PHASES = 5;
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dave", "erin", "frank");
    private static final Duration PHASE = Duration.ofSeconds(8);
    private static final Duration BETWEEN_ORDERS = Duration.ofMillis(20);

    @TempDir
    Path folder;

    @Test
    void thirtyOutagesUnderLoadLoseNothing() {
        Path data = folder.resolve("data");
        for (String how : List.of("stop", "kill", "freeze")) {
            Program.Outcome drill = Program.run(
                    "chaos",
                    "broker",
                    "--data",
                    data.toString(),
                    "--how",
                    how,
                    "--outages",
                    Integer.toString(OUTAGES / 3),
                    "--seconds",
                    "8",
                    "--rate",
                    "5000",
                    "--json");

            assertThat(drill.exitCode()).as(drill.toString()).isZero();
        }
        assertThat(Program.run("journal", "stats", data.toString(), "--json").out())
                .as("events")
                .satisfies(stats -> assertThat(lastSeq(stats)).isGreaterThanOrEqualTo(EVENTS));
    }

    /** The median over five alternating phases: p50 within 1.2x and p99 within 2x of the healthy ones. */
    @Test
    void anOrdersAnswerCostsTheSameWhileTheBrokerIsAway() {
        try (TestBroker broker = TestBroker.start(Map.of())) {
            Map<String, String> environment = broker.environment();
            assertThat(Program.runWith(environment, "topics", "init").exitCode())
                    .isZero();
            RunningVenue venue = RunningVenue.startWith(environment, folder.resolve("data"), "--rate", "50");
            venue.becomesGreen(Duration.ofMinutes(1));
            phase(venue, "warm-up");
            List<Answers> healthy = new ArrayList<>();
            List<Answers> away = new ArrayList<>();
            for (int n = 1; n <= PHASES; n++) {
                venue.becomesGreen(Duration.ofMinutes(2));
                healthy.add(phase(venue, "healthy-" + n));
                broker.pause();
                away.add(phase(venue, "away-" + n));
                broker.resume();
            }

            assertThat(median(away, Answers::p50)).isLessThanOrEqualTo(median(healthy, Answers::p50) * 1.2);
            assertThat(median(away, Answers::p99)).isLessThanOrEqualTo(median(healthy, Answers::p99) * 2);
            venue.becomesGreen(Duration.ofMinutes(2));
            assertThat(venue.stop()).isZero();
        }
    }

    @Test
    void theLeaderOfThreeIsKilledUnderLoadAndNothingIsMissing() {
        Path data = folder.resolve("data");
        Path directory = folder.resolve("cluster");
        LocalBroker cluster = new LocalBroker(directory, line -> {});
        BrokerState state = cluster.start(new BrokerPlan(directory, 0, 3, Optional.empty(), false, Map.of()));
        try {
            Map<String, String> environment = new HashMap<>(state.environment());
            environment.put("KAFKA_REPLICATION_FACTOR", "3");
            assertThat(Program.runWith(environment, "topics", "init").exitCode())
                    .isZero();
            RunningVenue venue = RunningVenue.startWith(environment, data, "--rate", "500");
            venue.becomesGreen(Duration.ofMinutes(1));
            // Of three partitions each node leads one.
            ProcessHandle.of(state.processes().get(1).pid()).orElseThrow().destroyForcibly();
            awaitPublished(venue, venue.status().get("durableSeq").asLong() + 2_000);
            assertThat(venue.stop()).isZero();
            Program.Outcome check = Program.runWith(environment, "check", "--data", data.toString(), "--json");
            assertThat(check.exitCode()).as(check.toString()).isZero();
        } finally {
            state.processes().forEach(node -> ProcessHandle.of(node.pid()).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    /** Nanoseconds of each answer, sorted. */
    private record Answers(long[] tookNs) {
        double p50() {
            return tookNs[tookNs.length / 2];
        }

        double p99() {
            return tookNs[tookNs.length * 99 / 100];
        }
    }

    private interface Figure {
        double of(Answers answers);
    }

    private static double median(List<Answers> phases, Figure figure) {
        List<Double> sorted = new ArrayList<>();
        phases.forEach(phase -> sorted.add(figure.of(phase)));
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private static Answers phase(RunningVenue venue, String name) {
        List<String> traders = PEOPLE.stream().map(venue::token).toList(); // each may send twenty a second
        List<Long> took = new ArrayList<>();
        long end = System.nanoTime() + PHASE.toNanos();
        while (System.nanoTime() < end) {
            long began = System.nanoTime();
            int status = venue.order(
                            traders.get(took.size() % traders.size()), KafkaVenueIT.buy(name + "-" + took.size()))
                    .orElseThrow()
                    .statusCode();
            took.add(System.nanoTime() - began);
            assertThat(status).isEqualTo(200);
            RunningVenue.pause(BETWEEN_ORDERS);
        }
        long[] sorted = took.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return new Answers(sorted);
    }

    private static void awaitPublished(RunningVenue venue, long seq) {
        long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (venue.status().get("publishedSeq").asLong() < seq) {
            assertThat(System.nanoTime() - end).as(venue.status().toString()).isNegative();
            RunningVenue.pause(Duration.ofMillis(200));
        }
    }

    private static long lastSeq(String stats) {
        long last = 0;
        for (JsonNode row : RunningVenue.JSON.readTree(stats)) {
            last = Math.max(last, row.path("firstSeq").asLong()); // of the newest segment: at least so many
        }
        return last;
    }
}
