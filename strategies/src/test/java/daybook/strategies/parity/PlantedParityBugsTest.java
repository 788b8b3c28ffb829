package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the tests of this package can fail. Method: what is promised is checked on the product, and on other implementations with one
 * mistake each that somebody might make; the check must pass there and fail here.
 */
class PlantedParityBugsTest {
    @TempDir
    Path dir;

    /** Compares what was recorded with what was published. */
    private interface Comparison {
        Difference<String> between(Map<String, String> recorded, Map<String, String> published);
    }

    /** Reads a topic to its end. */
    private interface Reading {
        List<StoredRecord> read(Log log, String topic);
    }

    private interface Check<T> {
        void on(T subject) throws Exception;
    }

    @TestFactory
    Stream<DynamicTest> oneLostAndOneForgedAreTwoDifferences() {
        return planted(
                PlantedParityBugsTest::findsOneLostAndOneForged,
                () -> Difference::between,
                Map.of(
                        "counts instead of ids",
                        () -> (recorded, published) ->
                                recorded.size() == published.size() ? none() : Difference.between(recorded, published),
                        "ids without contents",
                        () -> (recorded, published) -> {
                            Difference<String> found = Difference.between(recorded, published);
                            return new Difference<>(found.missing(), found.extra(), List.of());
                        },
                        "only what is missing",
                        () -> (recorded, published) -> new Difference<>(
                                Difference.between(recorded, published).missing(), List.of(), List.of())));
    }

    @TestFactory
    Stream<DynamicTest> aTopicIsReadToEndsThatWereMeasuredBefore() {
        return planted(
                this::readsALiveTopicToItsEnd,
                () -> (log, topic) -> {
                    List<StoredRecord> all = new ArrayList<>();
                    new TopicScan(log, topic).read(all::add);
                    return all;
                },
                Map.of(
                        "until it is quiet", () -> PlantedParityBugsTest::untilQuiet,
                        "to wherever the end is by then", () -> PlantedParityBugsTest::toTheMovingEnd));
    }

    private static void findsOneLostAndOneForged(Comparison comparison) {
        Difference<String> found =
                comparison.between(Map.of("a", "1", "b", "2", "c", "3"), Map.of("a", "1", "x", "2", "c", "4"));

        assertThat(found).isEqualTo(new Difference<>(List.of("b"), List.of("x"), List.of("c")));
    }

    /** Each time somebody reads, another bar comes. A reader that follows the end never ends; one that waits for quiet never hears it. */
    private void readsALiveTopicToItsEnd(Reading reading) throws Exception {
        try (ParityWorld world = new ParityWorld(Files.createTempDirectory(dir, "w"), Engine.SQLITE)) {
            for (int minute = 0; minute < 5; minute++) {
                world.publish(world.bar(minute));
            }
            int[] reads = {0};
            ForwardingLog live = new ForwardingLog(world.clock.log) {
                @Override
                public List<StoredRecord> read(TopicPartition place, long offset, int max) {
                    List<StoredRecord> found = super.read(place, offset, Math.min(max, 2));
                    if (!found.isEmpty()) {
                        assertThat(++reads[0]).as("reads").isLessThan(20);
                        world.publish(world.bar(100 + reads[0]));
                    }
                    return found;
                }
            };

            assertThat(reading.read(live, world.clock.topic())).hasSize(5);
        }
    }

    private static List<StoredRecord> untilQuiet(Log log, String topic) {
        List<StoredRecord> all = new ArrayList<>();
        for (int partition = 0; partition < 6; partition++) {
            TopicPartition place = new TopicPartition(topic, partition);
            List<StoredRecord> found = log.read(place, 0, 100);
            while (!found.isEmpty()) {
                all.addAll(found);
                found = log.read(place, found.get(found.size() - 1).offset() + 1, 100);
            }
        }
        return all;
    }

    private static List<StoredRecord> toTheMovingEnd(Log log, String topic) {
        List<StoredRecord> all = new ArrayList<>();
        for (int partition = 0; partition < 6; partition++) {
            TopicPartition place = new TopicPartition(topic, partition);
            for (long next = 0; next < log.endOffset(place); next++) {
                all.addAll(log.read(place, next, 1));
            }
        }
        return all;
    }

    private static Difference<String> none() {
        return new Difference<>(List.of(), List.of(), List.of());
    }

    private static <T> Stream<DynamicTest> planted(Check<T> check, Supplier<T> product, Map<String, Supplier<T>> bugs) {
        Stream<DynamicTest> passes =
                Stream.of(DynamicTest.dynamicTest("the product passes", () -> check.on(product.get())));
        Stream<DynamicTest> caught = bugs.entrySet().stream()
                .map(bug -> DynamicTest.dynamicTest(
                        "caught: " + bug.getKey(),
                        () -> assertThatThrownBy(() -> check.on(bug.getValue().get()))
                                .isInstanceOf(AssertionError.class)));
        return Stream.concat(passes, caught);
    }
}
