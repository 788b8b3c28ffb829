package daybook.delivery.jobs;

import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.locks.LockStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Pushes jobs when the clock says so. Of all schedulers on one store one pushes a schedule's minute: who gets the lock that is named after
 * the schedule <em>and</em> the minute. The lock is not given back; a scheduler whose clock is behind finds it taken, or the minute marked.
 *
 * <p>After a pause (the process stood still, or none ran) the last minute that was missed is pushed, and only that one, if it is not older
 * than {@link #LOOK_BACK}; a schedule that is new begins when its process did. A scheduler that dies between lock and push leaves the minute
 * to the next one that looks after the lock is over ({@link #LOCK}); one that dies between push and mark lets it be pushed twice, unless the
 * first is still waiting: the job must bear it, as every job must. The minute is in its payload to know it by.
 *
 * <p>{@code withoutOverlapping} is the unique key of the job: while the one before waits or runs, the minute is passed over; if that lasts
 * longer than allowed, it is pushed all the same.
 *
 * <p>Confined to one thread, except {@link #status}.
 */
public final class Scheduler implements AutoCloseable {
    /** Nothing older is made up for. */
    public static final Duration LOOK_BACK = Duration.ofDays(3);

    static final Duration LOCK = Duration.ofMinutes(5);
    private static final long ASK_AGAIN_NS = Duration.ofSeconds(1).toNanos();
    private static final String MINUTE = "{minute}";

    private final List<Timed> schedules;
    private final Ports ports;
    private final Outage outage;
    private final Map<String, Instant> looked = new LinkedHashMap<>();
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);
    private long pushed;
    private long failures;
    private boolean isTaken;
    private long takenUntilNs;

    /**
     * The rest of the world.
     *
     * @param queue where the jobs go; used on the scheduler's thread, and closed by it
     * @param zone of the schedules
     * @param isAlone whether no other process can run the same schedules
     * @param since where a schedule that is new begins: minutes before are none of its
     */
    public record Ports(
            JobQueue queue,
            LockStore locks,
            ScheduleMarks marks,
            InstantSource clock,
            LongSupplier nanos,
            ZoneId zone,
            boolean isAlone,
            Instant since) {}

    private record Timed(Schedule schedule, Cron cron) {
        String name() {
            return schedule.name();
        }
    }

    /** @throws IllegalArgumentException if a schedule cannot be read, or the locks cannot keep two servers apart */
    public Scheduler(List<Schedule> schedules, Ports ports) {
        this.schedules = schedules.stream()
                .map(each -> new Timed(each, new Cron(each.when())))
                .toList();
        this.ports = ports;
        this.outage = new Outage(ports.nanos());
        long names = schedules.stream().map(Schedule::name).distinct().count();
        if (names != schedules.size()) {
            throw new IllegalArgumentException("schedules: a name comes twice (expected: each once)");
        }
        for (Schedule each : schedules) {
            if (each.onOneServer()) {
                requireLocks(each, ports);
            }
        }
    }

    /** One look at the clock. Returns how many jobs were pushed. */
    public int pump() {
        if (outage.isWaiting()) {
            return 0;
        }
        int now = 0;
        try {
            Instant until = ports.clock().instant();
            for (Timed each : schedules) {
                now += look(each, until);
            }
            outage.worked();
        } catch (RuntimeException away) { // store, locks or queue: the minutes are made up for when they are back
            failures++;
            outage.failed(away);
        }
        pushed += now;
        say();
        return now;
    }

    /** Safe for any thread. */
    public ServiceStatus status() {
        return status;
    }

    /** The next minute after a time in which a schedule is due; empty if there is none in eight years. */
    public static Optional<Instant> next(Schedule schedule, Instant after, ZoneId zone) {
        return new Cron(schedule.when()).next(after, zone);
    }

    @Override
    public void close() {
        ports.queue().close();
    }

    private int look(Timed each, Instant until) {
        Instant from = looked.get(each.name());
        if (from == null) {
            from = begin(each);
        }
        Instant oldest = until.minus(LOOK_BACK);
        Optional<Instant> due = each.cron().lastDue(from.isBefore(oldest) ? oldest : from, until, ports.zone());
        Outcome outcome = due.map(minute -> push(each, minute)).orElse(Outcome.NOTHING);
        // Whoever pushes it instead may die before: it is looked at again until the minute is marked.
        looked.put(each.name(), outcome == Outcome.TAKEN ? from : until.truncatedTo(ChronoUnit.MINUTES));
        return outcome == Outcome.PUSHED ? 1 : 0;
    }

    private enum Outcome {
        NOTHING,
        PUSHED,
        /** Somebody else has the minute's lock. */
        TAKEN
    }

    /** Where it was left by whoever ran before, or where new ones begin. */
    private Instant begin(Timed each) {
        Optional<ScheduleMarks.Mark> last = ports.marks().last(each.name());
        if (last.isPresent()) {
            return Instant.ofEpochMilli(last.get().minuteMs());
        }
        Instant minute = ports.since().truncatedTo(ChronoUnit.MINUTES);
        ports.marks().move(each.name(), new ScheduleMarks.Mark(minute.toEpochMilli(), 0));
        return minute;
    }

    private Outcome push(Timed each, Instant minute) {
        long nowNs = ports.nanos().getAsLong();
        if (isTaken && nowNs - takenUntilNs < 0) {
            return Outcome.TAKEN;
        }
        isTaken = false;
        ScheduleMarks.Mark last = ports.marks().last(each.name()).orElse(new ScheduleMarks.Mark(0, 0));
        long minuteMs = minute.toEpochMilli();
        if (last.minuteMs() >= minuteMs) {
            return Outcome.NOTHING; // somebody else has
        }
        if (each.schedule().onOneServer()
                && ports.locks()
                        .acquire("schedule/" + each.name() + "@" + minute, LOCK)
                        .isEmpty()) {
            isTaken = true;
            takenUntilNs = nowNs + ASK_AGAIN_NS;
            return Outcome.TAKEN;
        }
        boolean isPushed = put(each.schedule(), minute, last.pushedMs());
        ports.marks().move(each.name(), new ScheduleMarks.Mark(minuteMs, isPushed ? minuteMs : last.pushedMs()));
        return isPushed ? Outcome.PUSHED : Outcome.NOTHING;
    }

    private boolean put(Schedule schedule, Instant minute, long pushedMs) {
        String once = schedule.name() + "@" + minute;
        Optional<Duration> alone = schedule.withoutOverlapping();
        if (alone.isEmpty()) {
            return put(schedule, minute, Optional.of(once));
        }
        if (put(schedule, minute, Optional.of(schedule.name()))) {
            return true;
        }
        boolean isLong = minute.toEpochMilli() - pushedMs > alone.get().toMillis();
        return isLong && put(schedule, minute, Optional.of(once));
    }

    private boolean put(Schedule schedule, Instant minute, Optional<String> key) {
        NewJob job = schedule.job();
        String payload = job.payload().replace(MINUTE, minute.toString());
        return ports.queue()
                .push(new NewJob(job.name(), payload, job.delay(), key, job.priority()))
                .isPresent();
    }

    private void say() {
        List<String> reasons = outage.isFailing() ? List.of(outage.reason()) : List.of();
        Light light = outage.isRed() ? Light.RED : reasons.isEmpty() ? Light.GREEN : Light.AMBER;
        status = new ServiceStatus(light, reasons, pushed, failures);
    }

    private static void requireLocks(Schedule schedule, Ports ports) {
        if (!ports.locks().canLock()) {
            throw new IllegalArgumentException(schedule.name() + ": onOneServer needs a store that can lock");
        }
        if (!ports.locks().isShared() && !ports.isAlone()) {
            throw new IllegalArgumentException(schedule.name()
                    + ": onOneServer with locks that only this process sees (expected: a shared store, for"
                    + " more than one process can run)");
        }
    }
}
