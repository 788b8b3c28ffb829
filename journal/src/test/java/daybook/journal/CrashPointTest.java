package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/**
 * Goal: whatever a power cut leaves of the pending changes, at whichever operation it comes, the journal opens, has everything
 * that was acknowledged, has nothing that was never written, and goes on. Method: play the workload, cut at operation k, and for
 * each k keep nothing, everything, each prefix, all but one, only one, and random subsets of the changes that were pending.
 */
class CrashPointTest {
    private static final int RANDOM_SUBSETS = Boolean.getBoolean("daybook.long") ? 200 : 80;

    private int states;

    @Test
    void aPowerCutKeepsTheAcknowledgedAndNothingThatWasNeverWritten() {
        int operations = operationsOfTheWorkload();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            Workload workload = new Workload(disk);
            disk.failAt(k, SimDisk.Fault.POWER_CUT);
            try {
                workload.play();
            } catch (SimDisk.PowerCut expected) {
                // The power went at operation k.
            }
            crashInEveryWay(disk, workload, k);
        }
        System.out.println("crash states: " + states);
        assertThat(states).isGreaterThan(10_000);
    }

    private void crashInEveryWay(SimDisk disk, Workload workload, int k) {
        int pending = disk.pendingChanges();
        check(disk, workload, i -> false, "operation " + k + ", nothing kept");
        check(disk, workload, i -> true, "operation " + k + ", everything kept");
        for (int p = 1; p < pending; p++) {
            int at = p;
            check(disk, workload, i -> i < at, "operation " + k + ", first " + at + " kept");
            check(disk, workload, i -> i != at, "operation " + k + ", all but " + at + " kept");
            check(disk, workload, i -> i == at, "operation " + k + ", only " + at + " kept");
        }
        for (int r = 0; r < RANDOM_SUBSETS; r++) {
            long seed = k * 1_000L + r;
            SimDisk copy = disk.copy();
            copy.crash(seed);
            check(copy, workload, "operation " + k + ", seed " + seed);
        }
    }

    private void check(SimDisk disk, Workload workload, IntPredicate kept, String what) {
        SimDisk copy = disk.copy();
        copy.crash(kept);
        check(copy, workload, what);
    }

    private void check(SimDisk disk, Workload workload, String what) {
        states++;
        Journal opened = open(disk, what);
        long last = opened.recovery().lastCommandSeq();
        assertThat(last).as(what).isBetween(Math.max(workload.acknowledged(), workload.stated()), workload.attempted());
        assertThat(opened.recovery().lastSeq()).as(what).isEqualTo(Entries.eventsIn(last));
        Entries.batches(opened.writer(), 2);

        disk.crash(i -> false);
        try (Journal journal = open(disk, what)) {
            assertThat(journal.recovery().lastCommandSeq()).as(what).isEqualTo(last + 2);
            assertThat(Entries.all(disk, Workload.DIRECTORY, last + 2)).as(what).isEqualTo(Entries.expected(last + 2));
        }
    }

    private static Journal open(SimDisk disk, String what) {
        try {
            return Journal.open(disk, Workload.DIRECTORY, Workload.SETTINGS);
        } catch (JournalException | DiskException e) {
            throw new AssertionError(what + ": refused", e);
        }
    }

    private static int operationsOfTheWorkload() {
        SimDisk disk = new SimDisk();
        new Workload(disk).play();
        return disk.operations();
    }
}
