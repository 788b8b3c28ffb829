package daybook.log.embedded;

import static daybook.log.Sample.place;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.DiskException;
import daybook.journal.SimDisk;
import daybook.log.Heard;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.Sample;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: wherever a power cut or a refused write comes, and whatever it leaves, the log opens and has every acknowledged record at
 * its offset, nothing that was not sent, its commits, and its memory of seqs. Method: play the workload, cut at operation k, keep
 * nothing, everything, each prefix, all but one, only one, and random subsets of the changes that were pending.
 */
class LogCrashTest {
    private static final int RANDOM_SUBSETS = Boolean.getBoolean("daybook.long") ? 200 : 8;

    private int states;

    @Test
    void aPowerCutLosesNothingAcknowledgedAndInventsNothing() {
        int operations = operationsOfTheWorkload();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            LogWorkload workload = new LogWorkload(disk);
            disk.failAt(k, SimDisk.Fault.POWER_CUT);
            try {
                workload.play();
            } catch (SimDisk.PowerCut expected) {
                // The power went at operation k.
            }
            crashInEveryWay(disk, workload, k);
        }
        System.out.println("crash states: " + states);
        assertThat(states).isGreaterThan(2_000);
    }

    /** RELIABILITY 0.2: the system shows bytes that never reach the disk and says yes to the next force. */
    @ParameterizedTest
    @EnumSource(
            value = SimDisk.Fault.class,
            names = {"FAIL", "FAIL_AND_MARK_CLEAN", "LOSE_ONE_SECTOR"})
    void aFailedOperationAndARestartLoseNothingAcknowledged(SimDisk.Fault fault) {
        int operations = operationsOfTheWorkload();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            LogWorkload workload = new LogWorkload(disk);
            disk.failAt(k, fault);
            try {
                workload.play();
            } catch (DiskException | LogException e) {
                // Operation k was refused.
            }
            disk.restart();
            check(disk, workload, fault + " at operation " + k);
        }
    }

    /** A file that stays open keeps a disk mounted, and a process that goes on runs out of them. */
    @Test
    void nothingStaysOpenWhicheverOperationFails() {
        int operations = operationsOfTheWorkload();
        for (int k = 1; k <= operations; k++) {
            SimDisk disk = new SimDisk();
            CountingDisk counting = new CountingDisk(disk);
            disk.failAt(k, SimDisk.Fault.FAIL);
            try {
                new LogWorkload(counting).play();
            } catch (DiskException | LogException e) {
                // Operation k was refused.
            }
            assertThat(counting.open()).as("files open after operation " + k).isEmpty();
        }
    }

    private void crashInEveryWay(SimDisk disk, LogWorkload workload, int k) {
        int pending = disk.pendingChanges();
        check(disk, workload, i -> false, "operation " + k + ", nothing kept");
        check(disk, workload, i -> true, "operation " + k + ", everything kept");
        for (int p = Math.max(1, pending - 8); p < pending; p++) {
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

    private void check(SimDisk disk, LogWorkload workload, IntPredicate kept, String what) {
        SimDisk copy = disk.copy();
        copy.crash(kept);
        check(copy, workload, what);
    }

    /** Opens, judges, sends everything once more; cuts the power again, keeping nothing unforced, and judges again. */
    private void check(SimDisk disk, LogWorkload workload, String what) {
        states++;
        Log log = open(disk, what);
        if (log.topic(LogWorkload.TOPIC).isEmpty()) {
            assertThat(workload.created).as(what).isFalse();
            return;
        }
        for (int partition = 0; partition < 2; partition++) {
            judge(log, workload, partition, workload.acknowledged[partition], what);
            sendAllAgain(log, workload, partition, what);
        }
        assertThat(log.committed("g", place(LogWorkload.TOPIC, 0)).orElse(0))
                .as(what)
                .isBetween(workload.committed, workload.attemptedCommit);
        assertThat(log.committed("s", place(LogWorkload.TOPIC, 1)).orElse(0))
                .as(what)
                .isGreaterThanOrEqualTo(workload.accepted);

        disk.crash(change -> false);
        Log again = open(disk, what);
        for (int partition = 0; partition < 2; partition++) {
            judge(again, workload, partition, workload.attempted[partition], what + ", then again");
        }
    }

    private static void judge(Log log, LogWorkload workload, int partition, long leastEnd, String what) {
        TopicPartition place = place(LogWorkload.TOPIC, partition);
        long start = log.startOffset(place);
        long end = log.endOffset(place);
        long leastStart = partition == 0 ? workload.dropped : 0;
        long mostStart = partition == 0 ? workload.attemptedDrop : 0;
        assertThat(start).as(what).isBetween(leastStart, mostStart);
        assertThat(end).as(what).isBetween(leastEnd, (long) workload.attempted[partition]);
        List<StoredRecord> records = Sample.all(log, place);
        assertThat(records).as(what).hasSize((int) (end - start));
        for (StoredRecord stored : records) {
            assertThat(stored.record()).as(what).isEqualTo(LogWorkload.record(partition, (int) stored.offset()));
        }
    }

    private static void sendAllAgain(Log log, LogWorkload workload, int partition, String what) {
        TopicPartition place = place(LogWorkload.TOPIC, partition);
        long end = log.endOffset(place);
        long firstSegment = log.startOffset(place) / 10 * 10;
        Heard heard = new Heard();
        try (Producer producer = log.producer(LogWorkload.PRODUCER)) {
            for (int n = (int) firstSegment; n < workload.attempted[partition]; n++) {
                producer.send(LogWorkload.TOPIC, OptionalInt.of(partition), LogWorkload.record(partition, n), n, heard);
            }
            producer.flush();
        }
        assertThat(heard.failures).as(what).isEmpty();
        assertThat(heard.duplicates).as(what).hasSize((int) (end - firstSegment));
    }

    private static Log open(SimDisk disk, String what) {
        try {
            return new LogWorkload(disk).open();
        } catch (LogException | DiskException e) {
            throw new AssertionError(what + ": refused", e);
        }
    }

    private static int operationsOfTheWorkload() {
        SimDisk disk = new SimDisk();
        new LogWorkload(disk).play();
        return disk.operations();
    }
}
