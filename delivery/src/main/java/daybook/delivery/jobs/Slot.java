package daybook.delivery.jobs;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Room for one job at a time: has it handed out, gives it a thread, renews its lease, holds it to its time, and tells the queue what became
 * of it. Confined to the worker's thread.
 *
 * <p>A thread that does not end in its time is left to itself: the slot is free again and the thread is counted among those that hang.
 */
final class Slot {
    private static final long PROGRESS_NS = Duration.ofSeconds(1).toNanos();
    private static final long GRACE_NS = WorkerSettings.GRACE.toNanos();
    /** It is renewed when a third of it is over: two renewals may fail. */
    private static final int RENEWALS = 3;

    /** A broker may lend a record for a shorter time than the lease that was asked for, 15 s at least. */
    private static final long LONGEST_RENEWAL_NS = Duration.ofSeconds(5).toNanos();

    private static final String DEADLINE = "deadline";

    /** After a job that could not be given a thread. */
    private static final long NO_THREAD_NS = Duration.ofSeconds(1).toNanos();

    private final Common common;
    private final Map<String, JobQueue> queues = new HashMap<>();
    private final Outage settling;
    private final long leaseNs;
    private final long renewNs;
    private volatile @Nullable Work work;

    /** What the slots of a worker have in common. */
    record Common(
            WorkerSettings settings,
            WorkerPorts ports,
            Kinds kinds,
            Notes notes,
            List<BooleanSupplier> hung,
            LongFunction<LeaseClock> leases,
            Tally tally) {}

    /** What the worker counts. */
    static final class Tally {
        long done;
        long failures;
        long numbered;
        /** The machine has no thread to spare: nothing is taken before. */
        long takeAgainNs;
    }

    private enum Phase {
        WORKS,
        /** Asked to end, and waited for. */
        ENDS,
        SETTLES,
        /** The handler is told that the job was given up. */
        TELLS
    }

    /** What the slot is busy with. */
    private static final class Work {
        final String id;
        final Run run;
        final long startedAtMs;
        volatile Phase phase;
        JobThreads.@Nullable Started thread;
        long sinceNs;
        long renewDueNs;
        long notedNs;
        Progress noted = Progress.NONE;

        Work(String id, Run run, long startedAtMs, boolean isTried) {
            this.id = id;
            this.run = run;
            this.startedAtMs = startedAtMs;
            this.phase = isTried ? Phase.WORKS : Phase.SETTLES;
        }
    }

    Slot(Common common) {
        this.common = common;
        this.settling = new Outage(common.ports().nanos());
        this.leaseNs = common.settings().lease().toNanos();
        this.renewNs = Math.min(leaseNs / RENEWALS, LONGEST_RENEWAL_NS);
    }

    boolean isFree() {
        return work == null;
    }

    /** What cannot be told to the queue for now. */
    Outage settling() {
        return settling;
    }

    /** What it does now, for people. Safe for any thread. */
    Optional<JobRun> running() {
        Work now = work;
        return now == null || now.phase == Phase.TELLS
                ? Optional.empty()
                : Optional.of(row(now, JobRun.Outcome.RUNS, "", 0));
    }

    /**
     * Takes a job of this queue, if there is one.
     *
     * @throws RuntimeException what the queue's driver throws
     */
    boolean take(String queue) {
        JobQueue from = queue(queue);
        long askedNs = common.ports().nanos().getAsLong();
        Optional<Reserved> handedOut = from.reserve();
        handedOut.ifPresent(reserved -> begin(queue, reserved, askedNs));
        return handedOut.isPresent();
    }

    /** Goes on with what it does. Returns 1 if something has come to its end. */
    int pump() {
        Work now = work;
        if (now == null) {
            return 0;
        }
        long ns = common.ports().nanos().getAsLong();
        if (now.phase != Phase.TELLS) {
            keepLease(now, ns);
            fenceIfOver();
        }
        switch (now.phase) {
            case WORKS -> watch(now, ns);
            case ENDS -> waitFor(now, ns);
            case SETTLES -> {}
            case TELLS -> hear(now, ns);
        }
        return now.phase == Phase.SETTLES ? settle(now) : 0;
    }

    /** Ends what runs if its lease is over by this process's clock, whatever the store says later. Asks nobody. */
    void fenceIfOver() {
        Work now = work;
        if (now != null && now.phase == Phase.WORKS && !now.run.isEnded() && now.run.isOutOfLease()) {
            end(now);
        }
    }

    /** The worker is to end: what runs is asked to end, too, and its job is given back. */
    void hurry() {
        Work now = work;
        if (now != null && now.phase == Phase.WORKS) {
            now.run.cancel();
            end(now, Verdict.giveBack("worker stopped"));
        }
    }

    /** Gives back its job, if it has one, whatever the job's thread does; once. */
    void surrender() {
        Work now = work;
        if (now == null || now.phase == Phase.TELLS) {
            return;
        }
        now.run.fence();
        now.run.judge(Verdict.giveBack("worker stopped"));
        settle(now);
    }

    /** Gives back what the queues hold. */
    void close() {
        queues.values().forEach(JobQueue::close);
    }

    private JobQueue queue(String name) {
        return queues.computeIfAbsent(name, common.ports().opening());
    }

    private void begin(String queue, Reserved reserved, long askedNs) {
        Job job = reserved.job();
        Kinds.Kind kind = common.kinds().of(job.name()).orElseGet(() -> Kinds.unknown(job.name()));
        Run run = new Run(
                queue,
                reserved,
                kind,
                common.leases().apply(askedNs),
                common.ports().effects());
        boolean mayBeTried = kind.isKnown() && reserved.attempt() <= kind.tries();
        if (!kind.isKnown()) {
            run.judge(Verdict.giveUp("unknown job: " + job.name()));
        } else if (!mayBeTried) {
            run.judge(Verdict.giveUp(JobQueue.WORKER_DIED));
        }
        Work begun = new Work(
                common.ports().owner() + "/" + ++common.tally().numbered,
                run,
                common.ports().clock().millis(),
                mayBeTried);
        begun.renewDueNs = askedNs + renewNs;
        work = begun;
        if (mayBeTried) {
            common.notes().add(row(begun, JobRun.Outcome.RUNS, "", 0));
            start(begun, () -> run.work(common.ports().wake()));
        }
    }

    private void start(Work begun, Runnable body) {
        begun.sinceNs = common.ports().nanos().getAsLong();
        String name = begun.run.queue + "/" + begun.run.job().name() + "/"
                + begun.run.job().id();
        try {
            begun.thread = common.ports().threads().start(name, body);
        } catch (RuntimeException | OutOfMemoryError none) { // the machine has no thread to spare: not the job's fault
            begun.run.judge(Verdict.giveBack("no thread: " + none.getMessage()));
            common.tally().takeAgainNs = begun.sinceNs + NO_THREAD_NS;
            begun.phase = Phase.SETTLES;
        }
    }

    private void keepLease(Work now, long ns) {
        if (Verdict.LOST.equals(now.run.verdict()) || ns - now.renewDueNs < 0) {
            return;
        }
        try {
            if (queue(now.run.queue).renew(now.run.reserved)) {
                now.run.lease.renewed(ns);
                now.renewDueNs = ns + renewNs;
                if (now.phase != Phase.SETTLES) {
                    settling.worked();
                }
                return;
            }
            now.run.fence();
            if (now.phase == Phase.WORKS) {
                end(now, Verdict.LOST);
            }
            now.renewDueNs = ns + leaseNs; // whatever is said to the queue now, it says that the lease is lost
        } catch (RuntimeException away) { // a driver that cannot renew must not end the other jobs
            settling.failed(away);
            now.renewDueNs = common.ports().nanos().getAsLong() + Math.max(1, leaseNs / 10);
        }
    }

    private void watch(Work now, long ns) {
        if (now.run.isEnded()) {
            now.phase = Phase.SETTLES;
        } else if (ns - now.sinceNs >= now.run.kind.timeout().toNanos()) {
            now.run.fence();
            end(now, now.run.failed(DEADLINE));
        } else {
            note(now, ns);
        }
    }

    private void end(Work now, Verdict verdict) {
        now.run.judge(verdict);
        end(now);
    }

    private void end(Work now) {
        now.phase = Phase.ENDS;
        now.sinceNs = common.ports().nanos().getAsLong();
        interrupt(now);
    }

    private void waitFor(Work now, long ns) {
        if (now.run.isEnded()) {
            now.phase = Phase.SETTLES;
        } else if (ns - now.sinceNs >= GRACE_NS) {
            leave(now);
            now.phase = Phase.SETTLES;
        }
    }

    /** Its thread is on its own from now on. */
    private void leave(Work now) {
        now.run.fence();
        common.hung().add(now.run::isEnded);
    }

    private void hear(Work now, long ns) {
        long heldNs = ns - now.sinceNs - now.run.kind.timeout().toNanos();
        if (now.run.isTold()) {
            work = null;
        } else if (heldNs >= GRACE_NS) {
            common.hung().add(now.run::isTold);
            work = null;
        } else if (heldNs >= 0) {
            interrupt(now);
        }
    }

    private static void interrupt(Work now) {
        JobThreads.Started thread = now.thread;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private int settle(Work now) {
        Verdict verdict = now.run.verdict();
        if (verdict == null || settling.isWaiting()) {
            return 0;
        }
        try {
            boolean held = tell(queue(now.run.queue), now.run.reserved, verdict);
            settling.worked();
            over(now, held ? verdict : Verdict.LOST);
            return 1;
        } catch (RuntimeException away) { // whatever a driver throws: the job's end is told when it can be
            settling.failed(away);
            return 0;
        }
    }

    private static boolean tell(JobQueue queue, Reserved reserved, Verdict verdict) {
        return switch (verdict.kind()) {
            case DONE -> queue.acknowledge(reserved);
            case AGAIN -> queue.release(reserved, verdict.delay(), verdict.reason());
            case GIVE_BACK -> queue.giveBack(reserved);
            case GIVE_UP -> queue.fail(reserved, verdict.reason());
            case LOST -> false;
        };
    }

    private void over(Work now, Verdict verdict) {
        common.notes()
                .add(row(
                        now,
                        verdict.outcome(),
                        verdict.reason(),
                        common.ports().clock().millis()));
        switch (verdict.kind()) {
            case DONE -> common.tally().done++;
            case AGAIN, GIVE_UP, LOST -> common.tally().failures++;
            case GIVE_BACK -> {}
        }
        if (verdict.kind() == Verdict.Kind.GIVE_UP && now.run.kind.isKnown()) {
            now.phase = Phase.TELLS;
            start(now, () -> now.run.tellFailed(verdict.reason(), common.ports().wake()));
            if (now.phase == Phase.TELLS) {
                return;
            }
        }
        work = null;
    }

    private void note(Work now, long ns) {
        Progress progress = now.run.progress();
        if (!progress.equals(now.noted) && ns - now.notedNs >= PROGRESS_NS) {
            now.noted = progress;
            now.notedNs = ns;
            common.notes().add(row(now, JobRun.Outcome.RUNS, "", 0));
        }
    }

    private JobRun row(Work now, JobRun.Outcome outcome, String reason, long endedAtMs) {
        Run run = now.run;
        return new JobRun(
                now.id,
                run.queue,
                run.job().id(),
                run.job().name(),
                run.attempt(),
                common.ports().owner(),
                outcome,
                reason,
                now.startedAtMs,
                endedAtMs,
                run.progress());
    }
}
