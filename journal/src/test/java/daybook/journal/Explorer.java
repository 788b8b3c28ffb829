package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Plays the {@link Workload} again and again, each time with the power cut, or one operation failing, at another place, and
 * judges what a restart finds. The disk and the writer can be exchanged, so that a planted bug can be shown to be found.
 */
final class Explorer {
    private final UnaryOperator<Disk> disks;
    private final UnaryOperator<JournalWriter> writers;
    private final Supplier<DiskLanes> lanes;
    private final int randomSubsets;
    private int states;

    Explorer(UnaryOperator<Disk> disks, UnaryOperator<JournalWriter> writers, int randomSubsets) {
        this(disks, writers, () -> DiskLanes.INLINE, randomSubsets);
    }

    private Explorer(
            UnaryOperator<Disk> disks,
            UnaryOperator<JournalWriter> writers,
            Supplier<DiskLanes> lanes,
            int randomSubsets) {
        this.disks = disks;
        this.writers = writers;
        this.lanes = lanes;
        this.randomSubsets = randomSubsets;
    }

    /** As shipped. */
    static Explorer ofTheRealThing(int randomSubsets) {
        return new Explorer(UnaryOperator.identity(), UnaryOperator.identity(), randomSubsets);
    }

    /** With forces that run beside the writer and end some time later, when a seed says. */
    static Explorer withLanes(UnaryOperator<JournalWriter> writers, long seed, int randomSubsets) {
        return new Explorer(UnaryOperator.identity(), writers, () -> SimLane.two(seed), randomSubsets);
    }

    int states() {
        return states;
    }

    /** Cuts the power at each operation, and for each keeps nothing, everything, each prefix, all but one, one, random subsets. */
    void cutThePowerEverywhere() {
        int operations = operations();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            Workload workload = new Workload(disks.apply(disk), writers, lanes);
            disk.failAt(k, SimDisk.Fault.POWER_CUT);
            try {
                workload.play();
            } catch (SimDisk.PowerCut expected) {
                // The power went at operation k.
            }
            cutInEveryWay(disk, workload, "power cut at operation " + k, k);
        }
    }

    /**
     * Fails each operation once; the process is started again and acknowledges more; then the power is cut.
     *
     * @return how many runs stopped at the fault
     */
    int failEverywhere(SimDisk.Fault fault) {
        int stopped = 0;
        int operations = operations();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            Workload workload = new Workload(disks.apply(disk), writers, lanes);
            disk.failAt(k, fault);
            try {
                workload.play();
            } catch (DiskException e) {
                stopped++;
            }
            judgeAfterFault(disk, workload, fault + " at operation " + k);
        }
        return stopped;
    }

    private void cutInEveryWay(SimDisk disk, Workload workload, String where, int k) {
        int pending = disk.pendingChanges();
        judgeCut(disk, workload, i -> false, where + ", nothing kept");
        judgeCut(disk, workload, i -> true, where + ", everything kept");
        for (int p = 1; p < pending; p++) {
            int at = p;
            judgeCut(disk, workload, i -> i < at, where + ", first " + at + " kept");
            judgeCut(disk, workload, i -> i != at, where + ", all but " + at + " kept");
            judgeCut(disk, workload, i -> i == at, where + ", only " + at + " kept");
        }
        for (int r = 0; r < randomSubsets; r++) {
            long seed = k * 1_000L + r;
            SimDisk copy = disk.copy();
            copy.crash(seed);
            judge(copy, workload, where + ", seed " + seed);
        }
    }

    private void judgeCut(SimDisk disk, Workload workload, IntPredicate kept, String what) {
        SimDisk copy = disk.copy();
        copy.crash(kept);
        judge(copy, workload, what);
    }

    /** All that was told to anybody is there, nothing that was never written; it goes on, and survives the next power cut. */
    private void judge(SimDisk disk, Workload workload, String what) {
        states++;
        Journal opened = open(disk, what);
        long last = opened.recovery().lastCommandSeq();
        assertThat(last).as(what).isBetween(Math.max(workload.acknowledged(), workload.stated()), workload.attempted());
        assertThat(opened.recovery().lastSeq()).as(what).isEqualTo(Entries.eventsIn(last));
        Entries.batches(opened.writer(), 2);

        disk.crash(i -> false);
        requireAll(disk, last + 2, what);
    }

    private void judgeAfterFault(SimDisk disk, Workload workload, String what) {
        states++;
        disk.restart();
        Journal opened = open(disk, what);
        assertThat(opened.recovery().lastCommandSeq())
                .as(what)
                .isBetween(workload.acknowledged(), workload.attempted());
        Entries.batches(opened.writer(), 5);
        long acknowledged = opened.writer().durableCommandSeq();

        disk.crash(i -> false);
        requireAll(disk, acknowledged, what);
    }

    private void requireAll(SimDisk disk, long commands, String what) {
        try (Journal journal = open(disk, what)) {
            assertThat(journal.recovery().lastCommandSeq()).as(what).isEqualTo(commands);
            List<String> entries = Entries.all(disk, Workload.DIRECTORY, commands);
            assertThat(entries).as(what).isEqualTo(Entries.expected(commands));
        }
    }

    private Journal open(SimDisk disk, String what) {
        try {
            return Journal.open(disks.apply(disk), Workload.DIRECTORY, Workload.SETTINGS);
        } catch (JournalException | DiskException e) {
            throw new AssertionError(what + ": refused", e);
        }
    }

    private int operations() {
        SimDisk disk = new SimDisk();
        new Workload(disks.apply(disk), writers, lanes).play();
        return disk.operations();
    }
}
