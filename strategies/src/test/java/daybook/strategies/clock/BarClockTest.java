package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServiceStatus.Light;
import daybook.events.Timeframe;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows Q1, Q2, Q5 to Q7, Q28: each bar of a stream once, told here first, whatever becomes of the log. */
class BarClockTest {
    private static final SeriesKey BTC = Bars.BTC;
    private static final SeriesKey ETH = new SeriesKey("binance", "crypto", "spot", "ethusdt", Timeframe.MINUTE);

    @TempDir
    Path dir;

    private ClockWorld world;

    @BeforeEach
    void aWorld() {
        world = new ClockWorld(dir, Engine.SQLITE);
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aBarIsToldOnceWhenItsGraceIsOver() {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        world.minute();
        clock.pump();
        world.time.pass(Duration.ofMillis(499));
        assertThat(clock.pump()).isZero();

        world.time.pass(Duration.ofMillis(1));
        assertThat(clock.pump()).isEqualTo(1);
        clock.pump();
        clock.wake(BTC);
        clock.pump();

        assertThat(world.told).containsExactly(Bars.minute(world.now));
    }

    @Test
    void aStreamEndsWhenNobodyWantsItAnyMore() {
        BarClock clock = running(BTC);
        clock.subscribe(BTC);
        assertThat(clock.streams()).isEqualTo(Map.of(BTC, 2));

        clock.release(BTC);
        clock.pump();
        assertThat(world.source.wanted).containsExactly(BTC);

        clock.release(BTC);
        clock.release(BTC);
        clock.pump();
        assertThat(world.source.wanted).isEmpty();
        assertThat(clock.streams()).isEmpty();
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        assertThat(world.told).isEmpty();
    }

    /** Whoever has just come would act upon the past. */
    @Test
    void aStreamThatBeginsForSomebodyNewBringsNothingOfWhatWasMissedMeanwhile() {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        clock.release(BTC);
        clock.pump();
        for (int minute = 1; minute <= 3; minute++) {
            world.source.give(Bars.minute(world.now + minute));
            passMinute(clock);
        }

        clock.begin(BTC);
        clock.pump();
        world.source.give(Bars.minute(world.now + 4));
        passMinute(clock);

        assertThat(world.told).containsExactly(minutes(0, 4));
    }

    @Test
    void aMarketWithHoursHasNoDailyClockAndNoEventOutsideItsSession() {
        // 2026-11-29 is a Sunday; the session of Monday begins at 09:00 in Tokyo, 00:00 UTC.
        world.calendars = series -> EquitySessions.of(ZoneId.of("Asia/Tokyo"), LocalTime.of(9, 0), LocalTime.of(15, 0));
        SeriesKey daily = new SeriesKey("tse", "equity", "spot", "7203", Timeframe.DAY);
        SeriesKey hourly = new SeriesKey("tse", "equity", "spot", "7203", Timeframe.HOUR);
        BarClock clock = running(hourly);
        assertThat(clock.subscribe(daily)).isFalse();

        long token = world.time.instant().getEpochSecond() / 3_600;
        for (int hour = 0; hour < 24; hour++) {
            world.source.give(hour(hourly, token + hour));
            world.time.pass(Duration.ofHours(1));
            clock.pump();
        }

        assertThat(world.told).extracting(bar -> bar.token() % 24).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        assertThat(clock.counters()).containsEntry("outside", 18L);
    }

    @Test
    void aWindowWithoutABarIsPassedOnceItsSourceKnows() {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now + 1));
        passMinute(clock);
        passMinute(clock);
        assertThat(world.told).isEmpty();

        world.source.knows(BTC, (world.now + 1) * Bars.MINUTE);
        clock.wake(BTC);
        clock.pump();

        assertThat(world.told).containsExactly(Bars.minute(world.now + 1));
        assertThat(clock.counters()).containsEntry("empty", 1L).containsEntry("missed", 0L);
    }

    @Test
    void aBarThatNeverComesKeepsTheLaterOnesBackForFiveMinutesAndIsLateThen() {
        BarClock clock = running(BTC);
        for (int minute = 1; minute <= 5; minute++) {
            world.source.give(Bars.minute(world.now + minute));
            passMinute(clock);
        }
        assertThat(world.told).isEmpty();
        passMinute(clock);
        assertThat(world.told).containsExactly(minutes(1, 2, 3, 4, 5));

        world.source.give(Bars.minute(world.now), Bars.minute(world.now + 6));
        passMinute(clock);

        assertThat(world.told).containsExactly(minutes(1, 2, 3, 4, 5, 6));
        assertThat(clock.counters()).containsEntry("missed", 1L).containsEntry("late", 1L);
    }

    @Test
    void timeThatLeapsGivesNobodyUpWhoHadNoTimeToAnswer() {
        BarClock clock = running(BTC);
        world.source.leapMicros = Duration.ofMinutes(10).toNanos() / 1_000;
        clock.pump();
        for (int minute = 0; minute < 10; minute++) {
            world.source.give(Bars.minute(world.now + minute));
        }
        clock.wake(BTC);
        clock.pump();

        assertThat(world.told).hasSize(9); // the tenth has its grace still
        assertThat(clock.counters()).containsEntry("missed", 0L);
    }

    @Test
    void timeThatGoesBackTellsNothingTwice() {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        world.source.leapMicros = -Duration.ofMinutes(30).toNanos() / 1_000;
        for (int minute = 0; minute < 31; minute++) {
            world.source.give(Bars.minute(world.now));
            passMinute(clock);
        }

        assertThat(world.told).containsExactly(Bars.minute(world.now));
    }

    @Test
    void anotherInstrumentWithTheSameKeyIsRefused() {
        BarClock clock = running(BTC);
        ClosedBar upper = named("BTCUSDT", Bars.minute(world.now));
        world.source.give(upper, named("btcusdt", Bars.minute(world.now + 1)));
        passMinute(clock);
        passMinute(clock);

        assertThat(world.told).containsExactly(upper);
        assertThat(clock.counters()).containsEntry("refused", 1L);
        assertThat(clock.status().light()).isEqualTo(Light.AMBER);
        clock.close();

        world.source.give(named("btcusdt", Bars.minute(world.now + 2)));
        BarClock again = running(BTC);
        passMinute(again);
        assertThat(again.counters()).containsEntry("refused", 1L);
    }

    @Test
    void barsThatEndTogetherAreToldShortOnesFirst() {
        SeriesKey five = new SeriesKey("binance", "crypto", "spot", "btcusdt", Timeframe.FIVE_MINUTES);
        BarClock clock = running(five, BTC, ETH);
        world.source.give(
                Bars.minute(ETH, world.now + 4), Bars.minute(world.now + 4), fiveMinutes(five, world.now / 5));
        List.of(BTC, ETH).forEach(series -> world.source.knows(series, (world.now + 4) * Bars.MINUTE));
        world.time.pass(Duration.ofMinutes(5));
        world.grace();
        clock.pump();

        assertThat(world.told).extracting(ClosedBar::series).containsExactly(BTC, ETH, five);
    }

    @Test
    void wakesOfAStreamThatWaitsToBeLookedAtAreOne() {
        BarClock clock = running(BTC);
        world.source.asked.clear();
        clock.wake(BTC);
        clock.wake(BTC);
        clock.wake(BTC);
        clock.wake(ETH);
        clock.pump();
        clock.pump();

        assertThat(world.source.asked).containsExactly(BTC);
        assertThat(clock.counters()).containsEntry("coalesced", 2L);
    }

    @Test
    void aStreamIsAskedAboutEveryFiveMinutesWhateverTheTimeIs() {
        BarClock clock = running(BTC);
        world.source.asked.clear();
        world.source.leapMicros = -Duration.ofDays(1).toNanos() / 1_000;
        world.time.pass(Duration.ofSeconds(299));
        clock.pump();
        assertThat(world.source.asked).isEmpty();

        world.time.pass(Duration.ofSeconds(1));
        clock.pump();
        assertThat(world.source.asked).containsExactly(BTC);
    }

    @Test
    void withoutALogEverythingHereGoesOn() {
        world.log.away = true;
        BarClock clock = running(BTC);
        for (int minute = 0; minute < 3; minute++) {
            world.source.give(Bars.minute(world.now + minute));
            passMinute(clock);
            clock.publisher().pump();
        }

        assertThat(world.told).containsExactly(minutes(0, 1, 2));
        assertThat(world.published()).isEmpty();
        assertThat(clock.counters()).containsEntry("delivered", 0L);
        assertThat(clock.counters()).containsEntry("errors", 3L).containsEntry("queued", 0L);
        assertThat(clock.status().reasons()).anyMatch(reason -> reason.startsWith("mirror: "));
    }

    @Test
    void whatTheLogTakesIsCounted() {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        clock.publisher().pump();

        assertThat(world.published()).containsExactly(Bars.minute(world.now));
        assertThat(clock.counters()).containsEntry("delivered", 1L).containsEntry("errors", 0L);
    }

    @Test
    void underTheOutboxPolicyAnOutageLosesNothing() throws Exception {
        world.policy = PublicationPolicy.OUTBOX;
        world.log.away = true;
        BarClock clock = running(BTC);
        for (int minute = 0; minute < 3; minute++) {
            world.source.give(Bars.minute(world.now + minute));
            passMinute(clock);
            clock.publisher().pump();
        }
        assertThat(world.told).hasSize(3);
        world.log.away = false;
        world.minute();
        clock.publisher().pump();

        assertThat(world.published()).containsExactly(minutes(0, 1, 2));
        assertThat(world.recorded())
                .extracting(ClosedBars.Row::policy)
                .containsOnly(Optional.of(PublicationPolicy.OUTBOX));
    }

    @Test
    void withPublishingOffBarsStayHere() throws Exception {
        world.options = ClockOptions.of(false);
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        clock.publisher().pump();
        assertThat(world.told).hasSize(1);
        assertThat(world.recorded()).extracting(ClosedBars.Row::policy).containsExactly(Optional.empty());
        assertThat(world.published()).isEmpty();
        assertThat(clock.status().light()).isEqualTo(Light.GREEN);

        world.policy = PublicationPolicy.OUTBOX;
        world.source.give(Bars.minute(world.now + 1));
        passMinute(clock);
        assertThat(clock.status().light()).isEqualTo(Light.RED);
        assertThat(clock.status().reasons()).anyMatch(reason -> reason.startsWith("publishing: off"));
    }

    @Test
    void whatWasRecordedAndNotToldIsToldAfterARestart() throws Exception {
        BarClock clock = running(BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);
        // The process dies between recording the second bar and telling it.
        BarClock dies = world.clock(new DyingWorks());
        clock.close();
        subscribe(dies, BTC);
        world.source.give(Bars.minute(world.now + 1));
        world.minute();
        world.grace();
        assertThat(catchThrowableOf(dies)).isInstanceOf(DyingWorks.Died.class);
        assertThat(world.recorded()).hasSize(2);
        assertThat(world.told).containsExactly(minutes(0));

        BarClock again = running(BTC);

        assertThat(world.told).containsExactly(minutes(0, 1));
        again.close();
        BarClock third = running(BTC);
        third.pump();
        assertThat(world.told).hasSize(2);
    }

    @Test
    void aListenerThatFailsKeepsNobodyElseFromTheBar() {
        List<ClosedBar> others = new ArrayList<>();
        BarClock clock = new BarClock(
                world.ports("one"),
                new Records(world.topics),
                world.options,
                new BarClock.Parts(
                        world.source,
                        world.calendars,
                        connection -> world.policy,
                        List.of(
                                bar -> {
                                    throw new IllegalStateException("broken");
                                },
                                others::add)));
        subscribe(clock, BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(clock);

        assertThat(others).hasSize(1);
        assertThat(clock.counters()).containsEntry("untold", 1L);
        assertThat(clock.status().light()).isEqualTo(Light.AMBER);
    }

    @Test
    void ofTwoClocksOneWorksAndTheOtherGoesOnWhereItStopped() {
        BarClock first = running(BTC);
        BarClock second = world.clock("two", world.source, BarClock.Works.REAL);
        subscribe(second, BTC);
        world.source.give(Bars.minute(world.now));
        passMinute(first);
        second.pump();
        assertThat(world.told).hasSize(1);
        assertThat(second.status().reasons()).anyMatch(reason -> reason.startsWith("stands by"));

        first.close();
        world.source.give(Bars.minute(world.now + 1));
        passMinute(second);
        passMinute(second);

        assertThat(world.told).containsExactly(minutes(0, 1));
    }

    private static ClosedBar named(String symbol, ClosedBar bar) {
        return new ClosedBar(bar.series(), symbol, bar.token(), bar.window(), bar.prices(), bar.traded(), bar.scales());
    }

    private static ClosedBar hour(SeriesKey series, long token) {
        return longer(series, token, Duration.ofHours(1));
    }

    private static ClosedBar fiveMinutes(SeriesKey series, long token) {
        return longer(series, token, Duration.ofMinutes(5));
    }

    private static ClosedBar longer(SeriesKey series, long token, Duration length) {
        long micros = length.toNanos() / 1_000;
        ClosedBar bar = Bars.minute(series, token);
        return new ClosedBar(
                series,
                bar.symbol(),
                token,
                new ClosedBar.Window(token * micros, (token + 1) * micros),
                bar.prices(),
                bar.traded(),
                bar.scales());
    }

    private ClosedBar[] minutes(int... minutes) {
        ClosedBar[] bars = new ClosedBar[minutes.length];
        for (int i = 0; i < minutes.length; i++) {
            bars[i] = Bars.minute(world.now + minutes[i]);
        }
        return bars;
    }

    private BarClock running(SeriesKey... series) {
        BarClock clock = world.clock();
        subscribe(clock, series);
        return clock;
    }

    private static void subscribe(BarClock clock, SeriesKey... series) {
        for (SeriesKey each : series) {
            assertThat(clock.subscribe(each)).isTrue();
        }
        clock.pump();
    }

    private void passMinute(BarClock clock) {
        world.minute();
        world.grace();
        clock.pump();
    }

    private static Throwable catchThrowableOf(BarClock clock) {
        try {
            clock.pump();
        } catch (DyingWorks.Died died) {
            return died;
        }
        throw new AssertionError("it lives");
    }
}
