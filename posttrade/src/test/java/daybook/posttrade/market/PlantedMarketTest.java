package daybook.posttrade.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Timeframe;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Goal: the tests of this package can fail. Method: what is promised is checked on the product, and on other implementations with one
 * mistake each that somebody might make; the check must pass there and fail here.
 */
class PlantedMarketTest {

    /** Takes records as they come from the log, gives the events in the order in which they are applied. */
    private interface Ordering {
        List<Event> take(StoredRecord record);
    }

    /** Makes minute bars of ticks. */
    private interface Minutes extends Function<List<BarBuilder.Tick>, List<Bar>> {}

    @TestFactory
    List<DynamicTest> everyEventOnceInTheOrderOfTheExchange() {
        return planted(
                PlantedMarketTest::appliesEachEventOnceInOrder,
                PlantedMarketTest::product,
                Map.of(
                        "the last seq of a partition is taken for its line", Watermark::new,
                        "records are told apart by their offsets", ByOffset::new,
                        "each partition in its own order", ByPartition::new));
    }

    @TestFactory
    List<DynamicTest> barsAreWindowsOfTheClock() {
        return planted(
                PlantedMarketTest::barsAreThoseOfTheRule,
                () -> PlantedMarketTest::minutes,
                Map.of(
                        "a tick on the boundary belongs to the bar that ends",
                                () -> ticks -> minutes(ticks, tick -> shifted(tick, -1)),
                        "a late tick opens its bar again", () -> PlantedMarketTest::reopening,
                        "the last tick that came closes the bar, not the latest",
                                () -> ticks -> minutes(ticks, new Monotone()),
                        "empty minutes are left out",
                                () -> ticks -> minutes(ticks).stream()
                                        .filter(bar -> !bar.isEmpty())
                                        .toList()));
    }

    private static <T> List<DynamicTest> planted(
            Consumer<T> check, Supplier<T> product, Map<String, Supplier<T>> bugs) {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(DynamicTest.dynamicTest("the product passes", () -> check.accept(product.get())));
        bugs.forEach((name, bug) -> tests.add(DynamicTest.dynamicTest(
                "caught: " + name,
                () -> assertThatThrownBy(() -> check.accept(bug.get())).isInstanceOf(AssertionError.class))));
        return tests;
    }

    private static void appliesEachEventOnceInOrder(Ordering ordering) {
        Story story = RandomMarket.of(11, 300);
        Random random = new Random(11);
        List<Event> applied = new ArrayList<>();
        Map<Integer, Long> offsets = new HashMap<>();
        List<Event> events = story.events;
        for (int sent = 0; sent < events.size(); ) {
            int end = Math.min(events.size(), sent + 1 + random.nextInt(20));
            for (int i = sent + 1; i < end; i++) { // the first was not acknowledged
                applied.addAll(ordering.take(record(events.get(i), offsets)));
            }
            for (int i = Math.max(0, sent - random.nextInt(10)); i < end; i++) {
                applied.addAll(ordering.take(record(events.get(i), offsets)));
            }
            sent = end;
        }
        assertThat(applied).isEqualTo(events);
    }

    private static StoredRecord record(Event event, Map<Integer, Long> offsets) {
        int partition = Math.floorMod(event.key().hashCode(), 3);
        long offset = offsets.merge(partition, 1L, Long::sum) - 1;
        return new StoredRecord(new TopicPartition("t", partition), offset, Followed.record(event));
    }

    private static void barsAreThoseOfTheRule(Minutes minutes) {
        List<Bar> bars = minutes.apply(List.of(
                tick(1, "09:00:00", 100),
                tick(2, "09:00:59.999999", 101),
                tick(3, "09:00:30", 99), // came later than the one before it
                tick(4, "09:01:00", 102),
                tick(5, "09:00:10", 50), // late
                tick(6, "09:03:00", 103),
                tick(7, "09:04:00", 104)));

        assertThat(bars)
                .extracting(bar -> bar.startMicros() / 60_000_000 % 60 + " " + bar.open() + " " + bar.low() + " "
                        + bar.close() + " " + bar.trades())
                .containsExactly("0 100 99 101 3", "1 102 102 102 1", "2 102 102 102 0", "3 103 103 103 1");
    }

    private static BarBuilder.Tick tick(long id, String time, long price) {
        return new BarBuilder.Tick(id, Story.micros("2026-11-30T" + time + "Z"), price, 1);
    }

    private static BarBuilder.Tick shifted(BarBuilder.Tick tick, long micros) {
        return new BarBuilder.Tick(tick.id(), tick.timeMicros() + micros, tick.price(), tick.quantity());
    }

    private static Ordering product() {
        EventOrder order = new EventOrder(3, 0);
        return record -> {
            order.take(record);
            List<Event> ready = new ArrayList<>();
            for (Event event = order.next(); event != null; event = order.next()) {
                ready.add(event);
            }
            return ready;
        };
    }

    private static List<Bar> minutes(List<BarBuilder.Tick> ticks) {
        return minutes(ticks, tick -> tick);
    }

    private static List<Bar> minutes(List<BarBuilder.Tick> ticks, Function<BarBuilder.Tick, BarBuilder.Tick> changed) {
        BarBuilder builder = new BarBuilder("ABC", ZoneOffset.UTC, List.of(Timeframe.MINUTE));
        ticks.forEach(tick -> builder.take(changed.apply(tick)));
        return builder.closed();
    }

    /** Sorts what it was given first: a late tick then changes a bar that somebody has seen closed. */
    private static List<Bar> reopening(List<BarBuilder.Tick> ticks) {
        List<BarBuilder.Tick> sorted = new ArrayList<>(ticks);
        sorted.sort(Comparator.comparingLong(BarBuilder.Tick::timeMicros));
        return minutes(sorted);
    }

    /** Takes the time of arrival for that of the trade. */
    private static final class Monotone implements Function<BarBuilder.Tick, BarBuilder.Tick> {
        private long last;

        @Override
        public BarBuilder.Tick apply(BarBuilder.Tick tick) {
            boolean near = last - tick.timeMicros() < Duration.ofSeconds(45).toNanos() / 1_000;
            last = near ? Math.max(last, tick.timeMicros()) : last;
            return near ? new BarBuilder.Tick(tick.id(), last, tick.price(), tick.quantity()) : tick;
        }
    }

    private static final class Watermark implements Ordering {
        private final Map<Integer, Long> lines = new HashMap<>();

        @Override
        public List<Event> take(StoredRecord record) {
            Event event = EventJson.readEvent(record.record().value());
            int partition = record.place().partition();
            if (event.seq() <= lines.getOrDefault(partition, 0L)) {
                return List.of();
            }
            lines.put(partition, event.seq());
            return List.of(event);
        }
    }

    private static final class ByOffset implements Ordering {
        private final Set<String> seen = new HashSet<>();

        @Override
        public List<Event> take(StoredRecord record) {
            return seen.add(record.place() + "@" + record.offset())
                    ? List.of(EventJson.readEvent(record.record().value()))
                    : List.of();
        }
    }

    private static final class ByPartition implements Ordering {
        private final Set<Long> seen = new HashSet<>();

        @Override
        public List<Event> take(StoredRecord record) {
            Event event = EventJson.readEvent(record.record().value());
            return seen.add(event.seq()) ? List.of(event) : List.of();
        }
    }
}
