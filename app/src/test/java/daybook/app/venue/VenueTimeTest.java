package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.SessionState;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VenueTimeTest {
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void simulatedTimeStandsUntilItIsStartedAndThenRunsAtItsSpeed() {
        VenueClock clock = VenueClock.simulated(1_000, 10, nanos::get);
        nanos.addAndGet(5_000_000);
        assertThat(clock.micros()).isEqualTo(1_000);

        clock.start();
        nanos.addAndGet(3_000_000);

        assertThat(clock.micros()).isEqualTo(1_000 + 30_000);
    }

    @Test
    void aClockNeverGoesBack() {
        AtomicLong wall = new AtomicLong(500);
        VenueClock clock = VenueClock.wall(900, wall::get);
        assertThat(clock.micros()).isEqualTo(900);
        wall.set(2_000);
        assertThat(clock.micros()).isEqualTo(2_000);
        wall.set(1_000);
        assertThat(clock.micros()).isEqualTo(2_000);

        VenueClock simulated = VenueClock.simulated(1_000, 1, nanos::get);
        simulated.jumpTo(10);
        assertThat(simulated.micros()).isEqualTo(1_000);
    }

    @Test
    void theTimetableIsThatOfAnIndianTradingDay() {
        assertThat(TradingDay.stateAt(micros("2026-01-05T08:59:59+05:30"))).isEqualTo(SessionState.CLOSED);
        assertThat(TradingDay.stateAt(micros("2026-01-05T09:14:59+05:30"))).isEqualTo(SessionState.AUCTION);
        assertThat(TradingDay.stateAt(micros("2026-01-05T09:15:00+05:30"))).isEqualTo(SessionState.OPEN);
        assertThat(TradingDay.stateAt(micros("2026-01-05T15:29:59+05:30"))).isEqualTo(SessionState.OPEN);
        assertThat(TradingDay.stateAt(micros("2026-01-05T15:30:00+05:30"))).isEqualTo(SessionState.CLOSED);
        assertThat(TradingDay.stateAt(micros("2026-01-10T12:00:00+05:30"))).isEqualTo(SessionState.CLOSED);
    }

    @Test
    void afterTheCloseSimulatedTimeGoesOnBeforeTheNextOpening() {
        assertThat(TradingDay.nextPreOpen(micros("2026-01-05T15:30:00+05:30")))
                .isEqualTo(micros("2026-01-06T09:14:57+05:30"));
        assertThat(TradingDay.nextPreOpen(micros("2026-01-09T16:00:00+05:30")))
                .isEqualTo(micros("2026-01-12T09:14:57+05:30"));
    }

    @Test
    void aDayRunsFromAuctionOverOpenToClosedAndAgain() {
        VenueClock clock = VenueClock.simulated(TradingDay.firstMicros(), 10_000, nanos::get);
        clock.start();
        SessionSchedule schedule = new SessionSchedule(clock, true, SessionState.CLOSED);

        List<SessionState> states = new ArrayList<>();
        for (int i = 0; i < 100_000 && states.size() < 6; i++) {
            schedule.due().ifPresent(states::add);
            nanos.addAndGet(100_000);
        }

        assertThat(states)
                .containsExactly(
                        SessionState.AUCTION,
                        SessionState.OPEN,
                        SessionState.CLOSED,
                        SessionState.AUCTION,
                        SessionState.OPEN,
                        SessionState.CLOSED);
    }

    @Test
    void whatAnOperatorHaltedStaysHaltedUntilTheNextBoundary() {
        VenueClock clock = VenueClock.simulated(micros("2026-01-05T10:00:00+05:30"), 1, nanos::get);

        SessionSchedule schedule = new SessionSchedule(clock, true, SessionState.HALTED);

        assertThat(schedule.due()).isEmpty();
        clock.jumpTo(micros("2026-01-05T15:30:00+05:30"));
        assertThat(schedule.due()).contains(SessionState.CLOSED);
    }

    private static long micros(String time) {
        Instant instant = OffsetDateTime.parse(time).toInstant();
        return instant.getEpochSecond() * 1_000_000;
    }
}
