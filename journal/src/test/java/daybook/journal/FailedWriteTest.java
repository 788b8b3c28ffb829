package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: a write that the disk refused once, even if the system then shows the bytes and says yes to the next force, loses nothing
 * that was acknowledged, before or after the restart. Method: fail each operation of the workload in turn; restart the process
 * (not the machine); go on; then cut the power and look.
 */
class FailedWriteTest {

    @ParameterizedTest
    @EnumSource(
            value = SimDisk.Fault.class,
            names = {"FAIL", "FAIL_AND_MARK_CLEAN", "LOSE_ONE_SECTOR"})
    void aFailedOperationAndARestartLoseNothingAcknowledged(SimDisk.Fault fault) {
        Explorer explorer = Explorer.ofTheRealThing(0);

        int stopped = explorer.failEverywhere(fault);

        assertThat(stopped).isEqualTo(explorer.states());
    }

    @ParameterizedTest
    @EnumSource(
            value = SimDisk.Fault.class,
            names = {"FAIL", "FAIL_AND_MARK_CLEAN", "LOSE_ONE_SECTOR"})
    void theSameWithBatchesThatRunBesideTheWriter(SimDisk.Fault fault) {
        Explorer explorer = Explorer.withLanes(OverlappingWriter::new, 3, 0);

        int stopped = explorer.failEverywhere(fault);

        assertThat(stopped).isEqualTo(explorer.states());
    }

    @Test
    void afterAFailedForceNothingIsAcceptedAndTheLineStays() {
        SimDisk disk = new SimDisk();
        Journal journal = Journal.open(disk, Workload.DIRECTORY, Workload.SETTINGS);
        JournalWriter writer = journal.writer();
        Entries.batches(writer, 3);
        Entries.group(writer, 1);
        writer.write();
        disk.failAt(disk.operations() + 1, SimDisk.Fault.FAIL_AND_MARK_CLEAN);

        assertThatThrownBy(writer::force).isInstanceOf(DiskException.class);

        assertThat(writer.durableCommandSeq()).isEqualTo(3);
        assertThatThrownBy(writer::force)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.STOPPED));
        assertThatThrownBy(writer::write).isInstanceOf(JournalException.class);
        assertThatThrownBy(() -> writer.begin(10)).isInstanceOf(JournalException.class);
        int operations = disk.operations();
        journal.close();
        assertThat(disk.operations()).as("a stopped journal writes no end mark").isEqualTo(operations);
    }

    @Test
    void aForceThatFailsInAWayNobodyThoughtOfIsFinalToo() {
        AtomicBoolean broken = new AtomicBoolean();
        AtomicInteger failed = new AtomicInteger();
        Disk odd = new PassingDisk(new SimDisk()) {
            @Override
            public DiskFile create(Path file) {
                return new PassingFile(super.create(file)) {
                    @Override
                    public void force() {
                        if (broken.get()) {
                            failed.incrementAndGet();
                            throw new IllegalStateException("odd");
                        }
                        super.force();
                    }
                };
            }
        };
        Journal journal = Journal.open(odd, Workload.DIRECTORY, Workload.SETTINGS);
        Entries.batches(journal.writer(), 3);
        Entries.group(journal.writer(), 1);
        journal.writer().write();
        broken.set(true);

        assertThatThrownBy(journal.writer()::force).isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(journal.writer()::force).isInstanceOf(JournalException.class);
        assertThatThrownBy(journal.writer()::settle).isInstanceOf(JournalException.class);
        journal.close();
        assertThat(failed).as("forces tried").hasValue(1);
        assertThat(journal.writer().durableCommandSeq()).isEqualTo(3);
    }
}
