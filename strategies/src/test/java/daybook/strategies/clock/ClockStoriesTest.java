package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.events.Timeframe;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.clock.SessionCalendar.BarWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may come in any order: clocks that are changed, bars that are missing, late, there twice, processes that start again. */
class ClockStoriesTest {
    private static final SeriesKey ETH = new SeriesKey("okx", "crypto", "perp", "ethusdt", Timeframe.MINUTE);

    @TempDir
    Path dir;

    /** 2024-03-10 in New York has no hour from two to three, and 2024-11-03 has the one from one to two twice. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-03-09T17:00:00Z", "2024-11-02T16:00:00Z"})
    void whereClocksAreChangedEachHourAndEachDayIsToldOnce(String from) throws Exception {
        SessionCalendar calendar = new AlwaysOpen(ZoneId.of("America/New_York"));
        SeriesKey hours = new SeriesKey("coinbase", "crypto", "spot", "btc-usd", Timeframe.HOUR);
        SeriesKey days = new SeriesKey("coinbase", "crypto", "spot", "btc-usd", Timeframe.DAY);
        List<ClosedBar> recording = new ArrayList<>();
        for (SeriesKey series : List.of(hours, days)) {
            long time = Windows.micros(Instant.parse(from));
            for (int n = 0; n < (series.equals(hours) ? 48 : 3); n++) {
                BarWindow window = calendar.firstAfter(series.timeframe(), time);
                recording.add(bar(series, window));
                time = window.endMicros();
            }
        }
        recording.sort(Streams.ORDER);
        try (ClockWorld world = new ClockWorld(dir, Engine.SQLITE)) {
            world.options = ClockOptions.recorded(false);
            world.calendars = series -> calendar;
            RecordedFeed feed = new RecordedFeed(recording.iterator());
            BarClock clock = world.clock("one", feed, BarClock.Works.REAL);
            clock.subscribe(hours);
            clock.subscribe(days);
            clock.pump();
            while (feed.advance()) {
                clock.pump();
            }

            assertThat(world.told).isEqualTo(recording);
            assertThat(clock.counters())
                    .containsEntry("missed", 0L)
                    .containsEntry("late", 0L)
                    .containsEntry("outside", 0L);
        }
    }

    /**
     * Goal: of each series the tokens told rise, no bar is told twice, what was told is what was recorded and what lies on the log. Method: two
     * series, of whose bars some never come, some come late, some twice; the process starts again now and then; after every minute.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void whateverComesTokensRiseAndNothingIsToldTwice(long seed) throws Exception {
        Random random = new Random(seed);
        try (ClockWorld world = new ClockWorld(dir, Engine.SQLITE)) {
            world.policy = PublicationPolicy.OUTBOX;
            List<SeriesKey> all = List.of(Bars.BTC, ETH);
            BarClock clock = started(world, all);
            List<ClosedBar> held = new ArrayList<>();
            for (int minute = 0; minute < 30; minute++) {
                for (SeriesKey series : all) {
                    held.add(Bars.minute(series, world.now + minute));
                    deliver(world, held, random);
                    if (random.nextInt(4) > 0) {
                        world.source.knows(series, (world.now + minute - random.nextInt(2)) * Bars.MINUTE);
                    }
                }
                if (random.nextInt(12) == 0) {
                    clock.close();
                    clock = started(world, all);
                }
                world.minute();
                for (int look = random.nextInt(3); look >= 0; look--) {
                    clock.pump();
                    world.time.pass(Duration.ofMillis(random.nextInt(700)));
                }
                assertRising(world.told, seed);
            }
            clock.publisher().pump();

            assertThat(world.told).as("seed %d", seed).hasSizeGreaterThan(15);
            assertThat(world.recorded())
                    .as("seed %d", seed)
                    .extracting(ClosedBars.Row::bar)
                    .isEqualTo(world.told);
            assertThat(world.published()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(world.told);
        }
    }

    @Test
    void manyStories() throws Exception {
        assumeThat(Boolean.getBoolean("daybook.long"))
                .as("./daybook test --long")
                .isTrue();
        Path base = dir;
        for (long seed = 100; seed < 200; seed++) {
            dir = Files.createDirectory(base.resolve("seed-" + seed));
            whateverComesTokensRiseAndNothingIsToldTwice(seed);
        }
    }

    @Test
    void aStreamThatIsWantedAgainGoesOnWithinFiveMinutes() throws Exception {
        try (ClockWorld world = new ClockWorld(dir, Engine.SQLITE)) {
            BarClock clock = started(world, List.of(Bars.BTC));
            world.source.give(Bars.minute(world.now));
            world.minute();
            world.grace();
            clock.pump();
            clock.release(Bars.BTC);
            clock.pump();
            for (int minute = 0; minute < 8; minute++) {
                world.minute();
            }
            clock.subscribe(Bars.BTC);
            clock.pump();
            for (int minute = 1; minute < 9; minute++) {
                world.source.give(Bars.minute(world.now + minute));
            }
            clock.wake(Bars.BTC);
            clock.pump();

            // Nine minutes and half a second have passed: those that ended in the last five.
            assertThat(world.told).extracting(bar -> bar.token() - world.now).containsExactly(0L, 4L, 5L, 6L, 7L, 8L);
        }
    }

    private static BarClock started(ClockWorld world, List<SeriesKey> all) {
        BarClock clock = world.clock();
        all.forEach(clock::subscribe);
        clock.pump();
        return clock;
    }

    /** Some of what is held comes, in any order; some is lost, some comes twice. */
    private static void deliver(ClockWorld world, List<ClosedBar> held, Random random) {
        for (ClosedBar bar : List.copyOf(held)) {
            int what = random.nextInt(20);
            if (what < 12) {
                held.remove(bar);
                world.source.give(bar);
            } else if (what < 14) {
                world.source.give(bar); // and once more later
            } else if (what == 14) {
                held.remove(bar);
            }
        }
    }

    private static void assertRising(List<ClosedBar> told, long seed) {
        Map<SeriesKey, Long> last = new HashMap<>();
        Set<ClosedBar> seen = new HashSet<>();
        for (ClosedBar bar : told) {
            assertThat(bar.token()).as("seed %d", seed).isGreaterThan(last.getOrDefault(bar.series(), Long.MIN_VALUE));
            assertThat(seen.add(bar)).as("seed %d", seed).isTrue();
            last.put(bar.series(), bar.token());
        }
    }

    private static ClosedBar bar(SeriesKey series, BarWindow window) {
        ClosedBar bar = Bars.minute(series, window.token());
        return new ClosedBar(
                series,
                bar.symbol(),
                window.token(),
                new ClosedBar.Window(window.startMicros(), window.endMicros()),
                bar.prices(),
                bar.traded(),
                bar.scales());
    }
}
