package daybook.delivery.jobs;

import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/**
 * Does the jobs of some queues: takes one for each free slot, from the first queue that has any, gives it a thread, renews its lease, holds
 * it to its time, and says what became of it. Nothing that a job does ends the worker: what it throws, {@link Error} or not, is a failed
 * attempt; one that hangs is interrupted at its timeout and left alone {@link WorkerSettings#GRACE} later, and its slot goes on with a new
 * thread. There are never more threads than twice the slots: when as many hang as there are slots, nothing more is taken.
 *
 * <p>A job that was handed out more often than its handler has tries is given up <em>before</em> it runs, with the reason {@value
 * JobQueue#WORKER_DIED}: something in it ends workers. One whose handler is not known is given up, too.
 *
 * <p>When a queue's store is away, the worker asks again after 100 ms, doubled up to 30 s, for ever; it is amber from the first error on
 * and red after {@value Outage#RED} in a row, or at once where asking again does not help (a topic that is missing). When nothing is due, it
 * looks again a second later.
 *
 * <p>Confined to one thread, except what says that it is safe for any.
 */
public final class Worker implements AutoCloseable {
    private static final long IDLE_NS = Duration.ofSeconds(1).toNanos();

    /** A store that takes so long may be away: leases of others end meanwhile. */
    private static final long SLOW_NS = Duration.ofMillis(500).toNanos();

    private final WorkerSettings settings;
    private final WorkerPorts ports;
    private final Slot.Common common;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Outage> taking = new LinkedHashMap<>();
    private final List<BooleanSupplier> hung = new ArrayList<>();
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);
    private volatile Optional<Away> away = Optional.empty();
    private volatile boolean draining;
    private volatile boolean idle;
    private boolean drainBegun;
    private long drainEndNs;
    private boolean hurried;
    private boolean asked;
    private long askAgainNs;
    private long taken;
    private int next;

    /** @throws IllegalArgumentException if a handler's timeout is not shorter than the lease, or two have one name */
    public Worker(Collection<? extends JobHandler> handlers, WorkerSettings settings, WorkerPorts ports) {
        this(handlers, settings, ports, askedNs -> new LeaseClock(ports.nanos(), settings.lease(), askedNs));
    }

    /** @param leases how they are counted, from when the store was asked */
    Worker(
            Collection<? extends JobHandler> handlers,
            WorkerSettings settings,
            WorkerPorts ports,
            LongFunction<LeaseClock> leases) {
        this.settings = settings;
        this.ports = ports;
        Notes notes = new Notes(ports.records(), new Outage(ports.nanos()));
        Slot.Tally tally = new Slot.Tally();
        tally.takeAgainNs = ports.nanos().getAsLong();
        this.common =
                new Slot.Common(settings, ports, Kinds.of(handlers, settings.lease()), notes, hung, leases, tally);
        for (int s = 0; s < settings.slots(); s++) {
            slots.add(new Slot(common));
        }
        settings.queues().forEach(queue -> taking.put(queue, new Outage(ports.nanos())));
    }

    /**
     * Whether a worker with this lease would take these.
     *
     * @throws IllegalArgumentException as the constructor
     */
    public static void check(Collection<? extends JobHandler> handlers, Duration lease) {
        Kinds.of(handlers, lease);
    }

    /** One round: goes on with what runs, and takes what there is room for. Returns how much has come to its end or was taken. */
    public int pump() {
        int ended = 0;
        hung.removeIf(BooleanSupplier::getAsBoolean);
        drainOn();
        for (Slot slot : slots) {
            long sinceNs = ports.nanos().getAsLong();
            ended += slot.pump();
            fenceIfSlow(sinceNs);
        }
        if (ended > 0) {
            asked = false; // a partition may be free now
        }
        int begun = take();
        common.notes().write();
        status = look();
        away = firstAway();
        return ended + begun;
    }

    /** Takes no more from now on; goes on with what runs. Safe for any thread. */
    public void drain() {
        draining = true;
    }

    /** Whether it takes no more and nothing runs. Safe for any thread. */
    public boolean isOver() {
        return idle;
    }

    /** Safe for any thread. */
    public ServiceStatus status() {
        return status;
    }

    /**
     * What a worker cannot do without and does not get.
     *
     * @param what for people: the queue, or that it is a job's end
     * @param why what was thrown last
     */
    public record Away(String what, RuntimeException why) {}

    /** The first store that does not answer, if one does not; it is asked again, for ever. Safe for any thread. */
    public Optional<Away> away() {
        return away;
    }

    /** What runs here now, with its progress. Safe for any thread. */
    public List<JobRun> running() {
        return slots.stream().map(Slot::running).flatMap(Optional::stream).toList();
    }

    /** Gives back what still runs; its threads are interrupted and their effects refused. */
    @Override
    public void close() {
        draining = true;
        slots.forEach(Slot::hurry);
        slots.forEach(Slot::surrender);
        common.notes().write();
        slots.forEach(Slot::close);
    }

    private void drainOn() {
        if (!draining) {
            return;
        }
        long ns = ports.nanos().getAsLong();
        if (!drainBegun) {
            drainBegun = true;
            drainEndNs = ns + settings.drain().toNanos();
        }
        if (!hurried && ns - drainEndNs >= 0) {
            hurried = true;
            slots.forEach(Slot::hurry);
        }
    }

    private int take() {
        int begun = 0;
        boolean found = true;
        while (found && mayTake()) {
            Optional<Slot> free = nextFree();
            found = free.isPresent() && takeFor(free.get());
            if (found) {
                begun++;
                taken++;
            } else if (free.isPresent()) {
                asked = true;
                askAgainNs = ports.nanos().getAsLong() + IDLE_NS;
                // An outage is not an empty queue.
                if (settings.untilEmpty() && taking.values().stream().noneMatch(Outage::isFailing)) {
                    draining = true;
                }
            }
        }
        if (settings.maxJobs() > 0 && taken >= settings.maxJobs()) {
            draining = true;
        }
        idle = draining && slots.stream().allMatch(Slot::isFree);
        return begun;
    }

    private boolean mayTake() {
        return !draining
                && (settings.maxJobs() == 0 || taken < settings.maxJobs())
                && hung.size() < settings.slots()
                && ports.nanos().getAsLong() - common.tally().takeAgainNs >= 0
                && !(asked && ports.nanos().getAsLong() - askAgainNs < 0);
    }

    /** In turn: each has queues of its own, which keep what they hold only while they are asked. */
    private Optional<Slot> nextFree() {
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get((next + i) % slots.size());
            if (slot.isFree()) {
                next = (next + i + 1) % slots.size();
                return Optional.of(slot);
            }
        }
        return Optional.empty();
    }

    private boolean takeFor(Slot slot) {
        for (Map.Entry<String, Outage> queue : taking.entrySet()) {
            Outage outage = queue.getValue();
            if (outage.isWaiting()) {
                continue;
            }
            long sinceNs = ports.nanos().getAsLong();
            try {
                boolean found = slot.take(queue.getKey());
                outage.worked();
                if (found) {
                    return true;
                }
            } catch (RuntimeException away) { // whatever a driver throws: the other queues and the running jobs go on
                outage.failed(away);
            } finally {
                fenceIfSlow(sinceNs);
            }
        }
        return false;
    }

    /** Leases go on while one slot waits for the store: nobody's effects wait for somebody else's answer. */
    private void fenceIfSlow(long sinceNs) {
        if (ports.nanos().getAsLong() - sinceNs >= SLOW_NS) {
            slots.forEach(Slot::fenceIfOver);
        }
    }

    private ServiceStatus look() {
        List<String> red = new ArrayList<>();
        List<String> amber = new ArrayList<>();
        taking.forEach((queue, outage) -> tell(queue, outage, outage.isRed() ? red : amber));
        for (Slot slot : slots) {
            tell("a job's end", slot.settling(), slot.settling().isRed() ? red : amber);
        }
        if (hung.size() >= settings.slots()) {
            red.add(hung.size() + " jobs hang and no more are taken (expected: fewer than the " + settings.slots()
                    + " slots; restart the worker)");
        } else if (!hung.isEmpty()) {
            amber.add(hung.size() + " jobs hang beside the slots");
        }
        if (common.notes().light() == Light.AMBER) {
            amber.add(common.notes().reason());
        }
        Light light = !red.isEmpty() ? Light.RED : amber.isEmpty() ? Light.GREEN : Light.AMBER;
        red.addAll(amber);
        return new ServiceStatus(light, red, common.tally().done, common.tally().failures);
    }

    private Optional<Away> firstAway() {
        for (Map.Entry<String, Outage> queue : taking.entrySet()) {
            Optional<RuntimeException> why = queue.getValue().why();
            if (why.isPresent()) {
                return Optional.of(new Away(queue.getKey(), why.get()));
            }
        }
        return slots.stream()
                .flatMap(slot -> slot.settling().why().stream())
                .map(why -> new Away("a job's end", why))
                .findFirst();
    }

    private static void tell(String what, Outage outage, List<String> where) {
        if (outage.isFailing()) {
            where.add(what + ": " + outage.reason());
        }
    }
}
