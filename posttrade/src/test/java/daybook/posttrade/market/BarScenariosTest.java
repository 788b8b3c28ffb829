package daybook.posttrade.market;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.SessionState;
import daybook.events.Timeframe;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SCENARIOS P-08 to P-13, on the fold of the exchange's events where they are about those, else on the builder for other venues' trades. */
class BarScenariosTest {
    private static final ZoneId UTC = ZoneOffset.UTC;

    private long id;

    @Test
    void aLateTickIsCountedAndLeftOutAndClosedIsFinal() {
        BarBuilder builder = new BarBuilder("ABC", UTC, List.of(Timeframe.MINUTE));
        List<BarBuilder.Tick> ticks = List.of(
                tick("09:00:10", 100, 1),
                tick("09:00:50", 101, 2),
                tick("09:01:05", 102, 1),
                tick("09:00:55", 99, 5),
                tick("09:02:01", 103, 1));

        ticks.forEach(builder::take);
        List<Bar> closed = builder.closed();
        ticks.forEach(builder::take);

        assertThat(closed)
                .extracting(BarScenariosTest::shown)
                .containsExactly("09:00 100 101 100 101 3", "09:01 102 102 102 102 1");
        assertThat(builder.late()).isEqualTo(1);
        assertThat(builder.closed()).isEmpty();
        assertThat(builder.duplicates()).isEqualTo(5);
    }

    @Test
    void ticksInReverseOrderWithinTheWindowAreOrderedByTime() {
        BarBuilder builder = new BarBuilder("ABC", UTC, List.of(Timeframe.MINUTE));
        builder.take(tick("09:00:10.900", 3, 1));
        builder.take(tick("09:00:10.500", 2, 1));
        builder.take(tick("09:00:10.100", 1, 1));
        builder.advance(Story.micros("2026-11-30T09:01:00Z"));

        assertThat(builder.closed()).extracting(BarScenariosTest::shown).containsExactly("09:00 1 3 1 3 3");
    }

    @Test
    void minutesWithoutTradesHaveAMarkedBarUntilTheSessionEnds() {
        Story story = new Story().list("ABC").session(SessionState.OPEN);
        story.at("10:00:30").tick("ABC", 100, 5).at("10:07:10").tick("ABC", 104, 1);
        story.at("10:10:00").session(SessionState.CLOSED);
        story.at("20:00:00")
                .session(SessionState.OPEN)
                .at("20:03:00")
                .tick("ABC", 90, 1)
                .at("20:04:00")
                .list("ABC");

        List<Bar> bars = folded(story).market("ABC").bars(Timeframe.MINUTE).last(100);

        assertThat(bars.subList(0, 10))
                .extracting(BarScenariosTest::shown)
                .containsExactly(
                        "10:00 100 100 100 100 5",
                        "10:01 100 100 100 100 0",
                        "10:02 100 100 100 100 0",
                        "10:03 100 100 100 100 0",
                        "10:04 100 100 100 100 0",
                        "10:05 100 100 100 100 0",
                        "10:06 100 100 100 100 0",
                        "10:07 104 104 104 104 1",
                        "10:08 104 104 104 104 0",
                        "10:09 104 104 104 104 0");
        assertThat(bars.get(10)).extracting(BarScenariosTest::shown).isEqualTo("20:03 90 90 90 90 1");
        assertThat(bars).hasSize(11);
        assertThat(bars.stream().filter(Bar::isEmpty)).hasSize(8).allMatch(Bar::closed);
    }

    @Test
    void inAStillMarketBarsAreOverWhenTheirTimeIs() {
        Story story = new Story()
                .list("ABC")
                .session(SessionState.OPEN)
                .at("10:00:30")
                .tick("ABC", 100, 5);
        BarSeries minutes = folded(story).market("ABC").bars(Timeframe.MINUTE);

        assertThat(minutes.last(9, Story.micros("2026-11-30T10:00:59Z")))
                .extracting(Bar::closed)
                .containsExactly(false);
        assertThat(minutes.last(9, Story.micros("2026-11-30T10:02:59Z")))
                .extracting(BarScenariosTest::shown)
                .containsExactly("10:00 100 100 100 100 5", "10:01 100 100 100 100 0");
        assertThat(minutes.last(9, Story.micros("2026-11-30T10:02:59Z"))).allMatch(Bar::closed);
        assertThat(minutes.last(2, Story.micros("2026-11-30T10:04:00Z")))
                .extracting(BarScenariosTest::shown)
                .containsExactly("10:02 100 100 100 100 0", "10:03 100 100 100 100 0");
        assertThat(minutes.last(9)).hasSize(1); // looking changes nothing
    }

    @Test
    void oneTickNeverMakesTwoBarsAndOneOnTheBoundaryBelongsToTheBarThatStarts() {
        Story story = new Story().session(SessionState.OPEN);
        List<String> symbols = List.of("A", "B", "C");
        symbols.forEach(story::list);
        for (int minute = 0; minute < 60; minute++) {
            for (String symbol : symbols) {
                String time = String.format(Locale.ROOT, "10:%02d:00", minute);
                story.at(time).tick(symbol, 100 + minute, minute == 30 ? 1_000 : 1);
            }
            if (minute == 59) {
                story.at("10:59:59.999999");
                symbols.forEach(symbol -> story.tick(symbol, 500, 1));
            }
        }
        story.at("11:00:00").list("A");
        MarketFold fold = folded(story);

        for (String symbol : symbols) {
            SymbolMarket market = fold.market(symbol);
            assertThat(closed(market, Timeframe.MINUTE)).hasSize(60).noneMatch(Bar::isEmpty);
            assertThat(closed(market, Timeframe.FIVE_MINUTES)).hasSize(12);
            assertThat(closed(market, Timeframe.HOUR)).hasSize(1);
            assertThat(closed(market, Timeframe.MINUTE).get(0).open()).isEqualTo(100);
            assertThat(closed(market, Timeframe.HOUR).get(0).close()).isEqualTo(500);
        }
    }

    @Test
    void barsThatEndTogetherAreClosedShortOnesFirst() {
        BarBuilder builder =
                new BarBuilder("ABC", UTC, List.of(Timeframe.HOUR, Timeframe.FIVE_MINUTES, Timeframe.MINUTE));
        builder.take(tick("10:59:30", 1, 1));
        builder.advance(Story.micros("2026-11-30T11:00:00Z"));

        assertThat(builder.closed())
                .extracting(Bar::timeframe)
                .containsExactly(Timeframe.MINUTE, Timeframe.FIVE_MINUTES, Timeframe.HOUR);
    }

    @Test
    void longerBarsFromShorterOnesGoByTheClockWhateverIsMissing() {
        List<Bar> minutes =
                List.of(minute("09:00", 1, 1, 1, 2), minute("09:01", 2, 3, 1, 3), minute("09:59", 1, 1, 1, 1));

        assertThat(BarRollUp.of(minutes, Duration.ofMinutes(2), UTC))
                .extracting(BarScenariosTest::shown)
                .containsExactly("09:00 1 3 1 3 2", "09:58 1 1 1 1 1");
        assertThat(BarRollUp.of(minutes, Timeframe.HOUR, UTC))
                .extracting(BarScenariosTest::shown)
                .containsExactly("09:00 1 3 1 1 3");
    }

    @Test
    void longerBarsAreTheAggregationOfTheTicks() {
        long seed = 20_261_130;
        Random random = new Random(seed);
        BarBuilder builder = new BarBuilder("ABC", ZoneId.of("Asia/Kolkata"), List.of(Timeframe.values()));
        long micros = Story.micros("2026-03-27T22:00:00Z");
        for (int i = 0; i < 8_000; i++) {
            micros += random.nextInt(20) == 0 ? random.nextInt(900_000_000) : random.nextInt(2_000_000);
            builder.take(new BarBuilder.Tick(i, micros, 1_000 + random.nextInt(100), 1 + random.nextInt(50)));
        }
        builder.advance(micros + Duration.ofDays(2).toNanos() / 1_000);
        List<Bar> all = builder.closed();
        List<Bar> seconds = of(all, Timeframe.SECOND);

        for (Timeframe longer : List.of(Timeframe.MINUTE, Timeframe.FIFTEEN_MINUTES, Timeframe.HOUR, Timeframe.DAY)) {
            assertThat(BarRollUp.of(seconds, longer, ZoneId.of("Asia/Kolkata")))
                    .as("%s, seed %d", longer, seed)
                    .isEqualTo(of(all, longer).stream()
                            .filter(bar -> !bar.isEmpty())
                            .toList());
        }
    }

    @Test
    void noBarIsSeenBeforeItsLastTickAndLiveEqualsReplay() {
        Story story = new Story().list("ABC").session(SessionState.OPEN);
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            story.pass(Duration.ofMillis(random.nextInt(20_000))).tick("ABC", 100 + random.nextInt(9), 1);
        }
        List<String> live = recorded(story);

        assertThat(recorded(story)).isEqualTo(live);
        long last = 0;
        for (String entry : live) { // by the clock: a bar at its end, a tick at its time
            long at = Long.parseLong(entry.substring(0, entry.indexOf(' ')));
            assertThat(at).as(entry).isGreaterThanOrEqualTo(last);
            last = entry.contains("tick") ? at : last;
        }
    }

    @Test
    void theSameSymbolAtAnotherVenueOrMarketIsAnotherSeries() {
        List<String> keys = List.of(
                "bar:binance:crypto:spot:BTCUSDT:1m",
                "bar:binance:crypto:perp:BTCUSDT:1m",
                "bar:okx:crypto:spot:BTCUSDT:1m",
                "bar:gate:crypto:spot:BTCUSDT:1m",
                "bar:binance:crypto:spot:btcusdt:1m");

        assertThat(keys.stream().map(BarKey::parse).distinct()).hasSize(5);
        assertThat(keys.stream().map(key -> BarKey.parse(key).text())).isEqualTo(keys);
    }

    @Test
    void anHourWhereClocksAreChangedHasItsOwnWindow() {
        VenueDay day = new VenueDay(ZoneId.of("America/New_York"));
        long before = Story.micros("2026-11-01T05:30:00Z"); // 01:30 for the first time
        long after = Story.micros("2026-11-01T06:30:00Z"); // 01:30 again

        assertThat(day.start(Timeframe.HOUR, before)).isEqualTo(Story.micros("2026-11-01T05:00:00Z"));
        assertThat(day.start(Timeframe.HOUR, after)).isEqualTo(Story.micros("2026-11-01T06:00:00Z"));
        assertThat(day.end(Timeframe.HOUR, day.start(Timeframe.HOUR, before)))
                .isEqualTo(day.start(Timeframe.HOUR, after));
        assertThat(day.end(Timeframe.DAY, day.start(Timeframe.DAY, before)) - day.start(Timeframe.DAY, before))
                .isEqualTo(Duration.ofHours(25).toNanos() / 1_000);
    }

    @Test
    void aLongTimeInWhichNothingHappensIsNotWalkedThrough() {
        List<Bar> told = new ArrayList<>();
        MarketFold fold = new MarketFold(UTC, (bar, first, last) -> told.add(bar), 0);
        Story story = new Story().list("ABC").session(SessionState.OPEN).tick("ABC", 100, 1);
        story.events.forEach(fold::apply);
        long monday = Story.micros("2026-12-03T09:00:00Z");

        List<Bar> known = fold.market("ABC").bars(Timeframe.SECOND).last(5, monday);
        fold.apply(story.pass(Duration.ofDays(3)).tick("ABC", 101, 1).events.get(3));

        assertThat(known).hasSize(5).allMatch(Bar::isEmpty);
        assertThat(known.get(4).endMicros()).isEqualTo(monday);
        assertThat(told).hasSizeLessThan(4 * MarketFeed.REMEMBERED_BARS);
        BarSeries seconds = fold.market("ABC").bars(Timeframe.SECOND);
        assertThat(seconds.last(6).subList(0, 5)).isEqualTo(known);
        List<Bar> all = seconds.last(2_000);
        assertThat(all).hasSize(MarketFeed.REMEMBERED_BARS + 1);
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i).startMicros()).isEqualTo(all.get(i - 1).endMicros());
        }
        assertThat(seconds.since(3)).isEmpty(); // not all of them: take the last ones
        assertThat(fold.market("ABC").bars(Timeframe.HOUR).last(100)).hasSize(73);
    }

    @Test
    void manyWhoAskTheSameClockGetTheirOwnDays() {
        VenueDay shared = new VenueDay(ZoneId.of("Asia/Kolkata"));
        long first = Story.micros("2026-11-29T18:30:00Z"); // midnight
        long day = Duration.ofDays(1).toNanos() / 1_000;

        long wrong = IntStream.range(0, 400_000)
                .parallel()
                .filter(i -> {
                    long start = first + i % 5 * day;
                    return shared.start(Timeframe.DAY, start + day / 2) != start
                            || shared.end(Timeframe.DAY, start) != start + day;
                })
                .count();

        assertThat(wrong).isZero();
    }

    /** What a strategy would see, in order: bars when they are closed, ticks when they come. */
    private static List<String> recorded(Story story) {
        List<String> seen = new ArrayList<>();
        MarketFold fold = new MarketFold(
                UTC,
                (bar, first, last) -> {
                    assertThat(last).isLessThan(bar.endMicros());
                    seen.add(bar.endMicros() + " bar " + bar.timeframe().text() + " " + shown(bar));
                },
                0);
        story.events.forEach(event -> {
            fold.apply(event);
            seen.add(event.time() + " tick");
        });
        return Collections.unmodifiableList(seen);
    }

    private static MarketFold folded(Story story) {
        MarketFold fold = new MarketFold(UTC, BarSeries.ClosedBars.NOBODY, 0);
        story.events.forEach(fold::apply);
        return fold;
    }

    private static List<Bar> closed(SymbolMarket market, Timeframe timeframe) {
        return market.bars(timeframe).last(1_000).stream().filter(Bar::closed).toList();
    }

    private static List<Bar> of(List<Bar> bars, Timeframe timeframe) {
        return bars.stream().filter(bar -> bar.timeframe() == timeframe).toList();
    }

    private BarBuilder.Tick tick(String time, long price, long quantity) {
        return new BarBuilder.Tick(++id, Story.micros("2026-11-30T" + time + "Z"), price, quantity);
    }

    private static Bar minute(String time, long open, long high, long low, long close) {
        long start = Story.micros("2026-11-30T" + time + ":00Z");
        return new Bar(
                "ABC",
                Timeframe.MINUTE,
                start,
                start + 60_000_000,
                open,
                high,
                low,
                close,
                1,
                BigInteger.valueOf(close),
                1,
                true);
    }

    private static String shown(Bar bar) {
        String time =
                Instant.ofEpochSecond(bar.startMicros() / 1_000_000).toString().substring(11, 16);
        return time + " " + bar.open() + " " + bar.high() + " " + bar.low() + " " + bar.close() + " " + bar.volume();
    }
}
