package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.broker.BrokerPlan;
import daybook.app.broker.BrokerState;
import daybook.app.broker.LocalBroker;
import daybook.app.chaos.Outage;
import daybook.app.kafka.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * P18 in full, behind {@code ./daybook test --long}, in about a quarter of an hour: thirty outages, a leader of three killed, and what an
 * order's answer costs meanwhile. Its figures are printed, for {@code docs/reliability.md}.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class OutageProgrammeIT {
    private static final int OUTAGES = 30;
    private static final long EVENTS = 1_000_000;
    private static final int SECONDS = 5;
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dave", "erin", "frank");
    private static final Duration PHASE = Duration.ofSeconds(8);
    private static final Duration BETWEEN_ORDERS = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final List<Outage.Kind> TWICE_EACH = List.of(
            Outage.Kind.STOP,
            Outage.Kind.KILL,
            Outage.Kind.FREEZE,
            Outage.Kind.FREEZE,
            Outage.Kind.KILL,
            Outage.Kind.STOP);

    @TempDir
    Path folder;

    @Test
    void thirtyOutagesUnderLoadLoseNothing() {
        Path data = folder.resolve("data");
        long began = System.nanoTime();
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
                    Integer.toString(SECONDS),
                    "--rate",
                    "5000",
                    "--json");

            assertThat(drill.exitCode()).as(drill.toString()).isZero();
            say("%s: %d outages of %d s, %s", how, OUTAGES / 3, SECONDS, lastCheck(drill));
        }
        long events = RunningVenue.JSON
                .readTree(Program.run("journal", "stats", data.toString(), "--json")
                        .out())
                .get("events")
                .asLong();
        say("%d outages, %,d events, %d s", OUTAGES, events, (System.nanoTime() - began) / 1_000_000_000);
        assertThat(events).isGreaterThanOrEqualTo(EVENTS);
    }

    /**
     * Six healthy phases and six without the broker, in turn: stopped, killed and frozen, twice each. Median p50 within 1.2x and p99 within
     * 2x of the healthy ones of the same run; no order is refused; the lag grows, and falls to nothing.
     */
    @ParameterizedTest
    @ValueSource(ints = {50, 5_000})
    void anOrdersAnswerCostsTheSameWhileTheBrokerIsAway(int rate) {
        Path data = folder.resolve("data");
        try (TestBroker broker = TestBroker.start(Map.of())) {
            Map<String, String> environment = broker.environment();
            assertThat(Program.runWith(environment, "topics", "init").exitCode())
                    .isZero();
            RunningVenue venue = RunningVenue.startWith(environment, data, "--rate", Integer.toString(rate));
            venue.becomesGreen(PATIENCE);
            phase(venue, "warm-up");
            List<Answers> healthy = new ArrayList<>();
            List<Answers> away = new ArrayList<>();
            for (Outage.Kind kind : TWICE_EACH) {
                int n = away.size() + 1;
                venue.becomesGreen(PATIENCE);
                healthy.add(phase(venue, "healthy-" + n));
                long before = venue.status().get("lag").asLong();
                broker.away(kind);
                away.add(phase(venue, "away-" + n));
                long lag = venue.status().get("lag").asLong();
                broker.back(kind);
                say(
                        "%d/s, %s: healthy %s, away %s, lag %d to %d",
                        rate, kind, healthy.get(n - 1), away.get(n - 1), before, lag);
                assertThat(lag).as("the lag shows it").isGreaterThan(before);
            }
            venue.becomesGreen(PATIENCE);
            double p50 = median(away, Answers::p50) / median(healthy, Answers::p50);
            double p99 = median(away, Answers::p99) / median(healthy, Answers::p99);
            say("%d/s: p50 %.2fx, p99 %.2fx of the healthy phases", rate, p50, p99);

            assertThat(venue.status().get("busy").asLong())
                    .as("orders refused as busy")
                    .isZero();
            assertThat(p50).as("p50").isLessThanOrEqualTo(1.2);
            assertThat(p99).as("p99").isLessThanOrEqualTo(2);
            assertThat(venue.stop()).isZero();
            Program.Outcome check = Program.runWith(environment, "check", "--data", data.toString(), "--json");
            assertThat(check.exitCode()).as(check.toString()).isZero();
        }
    }

    @Test
    void theLeaderOfThreeIsKilledUnderLoadAndNothingIsMissing() throws Exception {
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
            int leader = leaderOfMost(environment, "exchange.events.v1");
            ProcessHandle.of(state.processes().get(leader - 1).pid())
                    .orElseThrow()
                    .destroyForcibly();
            awaitPublished(venue, venue.status().get("durableSeq").asLong() + 2_000);
            assertThat(leaderOfMost(environment, "exchange.events.v1")).isNotEqualTo(leader);
            assertThat(venue.stop()).isZero();
            Program.Outcome check = Program.runWith(environment, "check", "--data", data.toString(), "--json");
            assertThat(check.exitCode()).as(check.toString()).isZero();
        } finally {
            state.processes().forEach(node -> ProcessHandle.of(node.pid()).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    private static void say(String text, Object... figures) {
        System.out.printf(Locale.ROOT, "P18 " + text + "%n", figures);
    }

    private static String lastCheck(Program.Outcome drill) {
        JsonNode checks = RunningVenue.JSON.readTree(drill.out());
        return checks.get(checks.size() - 1).get("check").asString();
    }

    /** The node that leads most partitions of a topic now. */
    private static int leaderOfMost(Map<String, String> environment, String topic) throws Exception {
        String name = environment.getOrDefault("KAFKA_TOPIC_PREFIX", "daybook.") + topic;
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", environment.getOrDefault("KAFKA_BROKERS", "")))) {
            while (true) {
                List<TopicPartitionInfo> partitions = admin.describeTopics(List.of(name))
                        .allTopicNames()
                        .get()
                        .values()
                        .iterator()
                        .next()
                        .partitions();
                if (partitions.stream().allMatch(partition -> partition.leader() != null)) {
                    Map<Integer, Long> led = partitions.stream()
                            .collect(Collectors.groupingBy(
                                    partition -> partition.leader().id(), Collectors.counting()));
                    return Collections.max(led.entrySet(), Map.Entry.comparingByValue())
                            .getKey();
                }
                assertThat(System.nanoTime() - end).as(partitions.toString()).isNegative();
                RunningVenue.pause(Duration.ofMillis(200));
            }
        }
    }

    /** Nothing is restarted: the venue's services find out by themselves what the broker does not have any more. */
    @Test
    void aBrokerThatWentBackAndATopicThatIsMadeAgainAreCaughtUpWithinTheRunningVenue() throws Exception {
        Path data = folder.resolve("data");
        try (TestBroker broker = TestBroker.start(Map.of())) {
            Map<String, String> environment = broker.environment();
            assertThat(Program.runWith(environment, "topics", "init").exitCode())
                    .isZero();
            RunningVenue venue = RunningVenue.startWith(environment, data, "--rate", "300");
            awaitPublished(venue, 500);
            broker.stop();
            broker.copyTo(folder.resolve("earlier"));
            broker.restart();
            awaitPublished(venue, venue.status().get("durableSeq").asLong() + 1_000);
            broker.kill();
            broker.putBack(folder.resolve("earlier"));
            broker.restart();
            awaitPublished(venue, venue.status().get("durableSeq").asLong() + 1_000);
            venue.becomesGreen(Duration.ofMinutes(2));
            makeAgain(environment, "exchange.events.v1", "fills.v1");
            awaitPublished(venue, venue.status().get("durableSeq").asLong() + 1_000);
            venue.becomesGreen(Duration.ofMinutes(2));

            assertThat(venue.stop()).as(venue.errors()).isZero();
            assertThat(venue.errors()).contains("is read again");
            for (String command : List.of("check", "reconcile")) {
                Program.Outcome outcome = Program.runWith(environment, command, "--data", data.toString(), "--json");
                assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
            }
        }
    }

    private static void makeAgain(Map<String, String> environment, String... topics) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", environment.getOrDefault("KAFKA_BROKERS", "")))) {
            admin.deleteTopics(Arrays.stream(topics)
                            .map(topic -> environment.get("KAFKA_TOPIC_PREFIX") + topic)
                            .toList())
                    .all()
                    .get();
        }
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (Program.runWith(environment, "topics", "init").exitCode() != 0) {
            assertThat(System.nanoTime() - end).isNegative();
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

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "p50 %.2f ms p99 %.2f ms of %d", p50() / 1e6, p99() / 1e6, tookNs.length);
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
}
