package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.ManualTime;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.locks.Lock;
import daybook.delivery.locks.LockStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Schedules on a clock that the test moves, on one store (R26). The time is 09:15 UTC at the beginning. */
class SchedulerTest {
    private static final ZoneId ZONE = ZoneId.of("UTC");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualTime time = new ManualTime();
    private final MemoryJobs jobs = new MemoryJobs(time, Duration.ofMinutes(30));
    private final Map<String, ScheduleMarks.Mark> marks = new HashMap<>();
    private final Map<String, Long> locks = new HashMap<>();
    private final Instant since = time.instant();
    private boolean marksAreAway;

    @Test
    void pushesOnceInItsMinuteWithTheMinuteInThePayload() {
        Scheduler scheduler = scheduler(schedule("16 9 * * *"));

        run(Duration.ofMinutes(5), scheduler);

        assertThat(pushed()).isEqualTo(1);
        assertThat(jobs.queue("default").reserve().orElseThrow().job().payload())
                .isEqualTo("{\"minute\":\"2026-11-29T09:16:00Z\"}");
    }

    @Test
    void twoSchedulersOnOneStorePushExactlyOne() {
        Scheduler first = scheduler(schedule("* * * * *"));
        Scheduler second = scheduler(schedule("* * * * *"));

        run(Duration.ofMinutes(10), first, second);

        assertThat(pushed()).isEqualTo(10);
        assertThat(first.status().light()).isEqualTo(Light.GREEN);
        assertThat(second.status().light()).isEqualTo(Light.GREEN);
    }

    /** The planted bug: locks that each process has for itself. With marks that are read late the lock alone decides. */
    @Test
    void withLocksOfItsOwnEachWouldPushAndThatIsRefusedWhereMoreThanOneProcessCanRun() {
        assertThatThrownBy(() -> new Scheduler(List.of(schedule("* * * * *")), ports(false, false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("close: onOneServer with locks that only this process sees"
                        + " (expected: a shared store, for more than one process can run)");
        assertThat(new Scheduler(List.of(schedule("* * * * *")), ports(false, true)).pump())
                .isZero();
    }

    @Test
    void afterAPauseTheLastMissedMinuteIsPushedAndOnlyThatOne() {
        Scheduler scheduler = scheduler(schedule("*/10 * * * *"));
        run(MINUTE, scheduler);
        time.pass(Duration.ofHours(2));

        run(MINUTE, scheduler);

        assertThat(pushed()).isEqualTo(1);
        assertThat(jobs.queue("default").reserve().orElseThrow().job().payload())
                .contains("T11:10:00Z");
    }

    @Test
    void whatWasMissedWhileNoneRanIsMadeUpForAtTheNextStart() {
        run(MINUTE, scheduler(schedule("0 18 * * *")));
        time.pass(Duration.ofHours(20));

        run(MINUTE, scheduler(schedule("0 18 * * *")));
        run(MINUTE, scheduler(schedule("0 18 * * *")));

        assertThat(pushed()).isEqualTo(1);
    }

    @Test
    void whatIsOlderThanThreeDaysIsNotMadeUpFor() {
        run(MINUTE, scheduler(schedule("0 18 29 11 *")));
        time.pass(Duration.ofDays(4));

        run(MINUTE, scheduler(schedule("0 18 29 11 *")));

        assertThat(pushed()).isZero();
    }

    @Test
    void aScheduleThatIsNewBeginsWithItsNextMinute() {
        run(Duration.ofSeconds(30), scheduler(schedule("15 9 * * *")));

        assertThat(pushed()).isZero();
    }

    /** A scheduler that dies between lock and push leaves the minute to the next. */
    @Test
    void aMinuteWhoseSchedulerDiedIsPushedByAnotherOnceTheLockIsOver() {
        Scheduler second = scheduler(schedule("16 9 * * *"));
        second.pump();
        time.pass(MINUTE);
        locks.put(
                "schedule/close@2026-11-29T09:16:00Z",
                time.instant().plus(Scheduler.LOCK).toEpochMilli());

        run(Duration.ofMinutes(4), second);
        assertThat(pushed()).isZero();
        run(Duration.ofMinutes(2), second);

        assertThat(pushed()).isEqualTo(1);
    }

    @Test
    void withoutOverlappingAMinuteIsPassedOverWhileTheOneBeforeRunsForSoLongAtMost() {
        Schedule alone =
                new Schedule("close", "* * * * *", NewJob.of("report", "{}"), true, Optional.of(Duration.ofMinutes(5)));
        Scheduler scheduler = scheduler(alone);
        run(MINUTE, scheduler);
        Reserved first = jobs.queue("default").reserve().orElseThrow();

        run(Duration.ofMinutes(3), scheduler);
        assertThat(pushed()).isEqualTo(1);
        run(Duration.ofMinutes(3), scheduler);
        assertThat(pushed()).as("the one before runs for too long").isEqualTo(2);
        jobs.queue("default").acknowledge(first);
        run(MINUTE, scheduler);

        assertThat(pushed()).isEqualTo(2);
    }

    @Test
    void anOutageOfTheStoreIsRiddenOutAndTheMinuteIsMadeUpFor() {
        Scheduler scheduler = scheduler(schedule("16 9 * * *"));
        run(Duration.ofSeconds(30), scheduler);
        marksAreAway = true;
        run(Duration.ofMinutes(9), scheduler);
        assertThat(scheduler.status().light()).isEqualTo(Light.RED);
        marksAreAway = false;

        run(Duration.ofMinutes(1), scheduler);

        assertThat(pushed()).isEqualTo(1);
        assertThat(scheduler.status().light()).isEqualTo(Light.GREEN);
    }

    private long pushed() {
        return jobs.queue("default").size().size();
    }

    private void run(Duration duration, Scheduler... schedulers) {
        long end = time.nanos() + duration.toNanos();
        while (time.nanos() <= end) {
            for (Scheduler each : schedulers) {
                each.pump();
            }
            time.pass(Duration.ofSeconds(1));
        }
    }

    private static Schedule schedule(String when) {
        return new Schedule("close", when, NewJob.of("report", "{\"minute\":\"{minute}\"}"), true, Optional.empty());
    }

    private Scheduler scheduler(Schedule schedule) {
        return new Scheduler(List.of(schedule), ports(true, false));
    }

    private Scheduler.Ports ports(boolean shared, boolean alone) {
        return new Scheduler.Ports(
                jobs.queue("default"), new Locks(shared), new Marks(), time, time::nanos, ZONE, alone, since);
    }

    /** In memory. */
    private final class Marks implements ScheduleMarks {
        @Override
        public Optional<Mark> last(String schedule) {
            if (marksAreAway) {
                throw new IllegalStateException("marks: away");
            }
            return Optional.ofNullable(marks.get(schedule));
        }

        @Override
        public void move(String schedule, Mark mark) {
            marks.put(schedule, mark);
        }
    }

    /** In memory, shared or said not to be. */
    private final class Locks implements LockStore {
        private final boolean isShared;

        Locks(boolean isShared) {
            this.isShared = isShared;
        }

        @Override
        public boolean isShared() {
            return isShared;
        }

        @Override
        public boolean canLock() {
            return true;
        }

        @Override
        public Optional<Lock> acquire(String name, Duration ttl) {
            if (locks.getOrDefault(name, 0L) > time.millis()) {
                return Optional.empty();
            }
            locks.put(name, time.instant().plus(ttl).toEpochMilli());
            return Optional.of(new Lock() {
                @Override
                public String name() {
                    return name;
                }

                @Override
                public long token() {
                    return 1;
                }

                @Override
                public boolean extend(Duration longer) {
                    throw new AssertionError("extended");
                }

                @Override
                public boolean release() {
                    throw new AssertionError("released");
                }
            });
        }
    }
}
