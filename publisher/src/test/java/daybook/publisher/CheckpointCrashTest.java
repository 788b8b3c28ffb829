package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.SimDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Goal: a power cut while the checkpoint is saved leaves the old one or the new one. Method: the power goes at every operation of
 * every save, and every subset of what was pending survives.
 */
class CheckpointCrashTest {
    private static final Path DIRECTORY = Path.of("/venue");
    private static final UUID VENUE = new UUID(1, 2);
    private static final UUID TOPIC = new UUID(3, 4);
    private static final int SAVES = Boolean.getBoolean("daybook.long") ? 22 : 21;
    private static final int MOST_PENDING = 16;

    private int states;

    @Test
    void aPowerCutLeavesTheOldOrTheNewOne() {
        SimDisk disk = new SimDisk();
        disk.createDirectories(DIRECTORY);
        Checkpoint saved = Checkpoint.none(VENUE);
        for (int save = 1; save <= SAVES; save++) {
            Checkpoint next = saved.with(mark(save));
            int operation = 1;
            while (cutAt(disk, operation, saved, next)) {
                operation++;
            }
            new CheckpointFile(disk, DIRECTORY, VENUE).save(next);
            saved = next;
        }

        System.out.println("crash states of the checkpoint: " + states);
        assertThat(states).isGreaterThan(30_000);
    }

    /** Whether the power went before the save had ended. */
    private boolean cutAt(SimDisk before, int operation, Checkpoint old, Checkpoint next) {
        SimDisk disk = before.copy();
        disk.failAt(disk.operations() + operation, SimDisk.Fault.POWER_CUT);
        boolean cut = false;
        try {
            new CheckpointFile(disk, DIRECTORY, VENUE).save(next);
        } catch (SimDisk.PowerCut e) {
            cut = true;
        }
        int pending = disk.pendingChanges();
        assertThat(pending).isLessThanOrEqualTo(MOST_PENDING);
        for (int kept = 0; kept < 1 << pending; kept++) {
            SimDisk after = disk.copy();
            int mask = kept;
            after.crash(i -> (mask >> i & 1) == 1);
            assertThat(new CheckpointFile(after, DIRECTORY, VENUE).load())
                    .as("save at line %d, operation %d, kept %x", next.line(), operation, kept)
                    .isIn(cut ? List.of(old, next) : List.of(next));
            states++;
        }
        return cut;
    }

    private static Mark mark(int line) {
        List<Mark.End> ends = new ArrayList<>();
        for (int partition = 0; partition < 8; partition++) {
            ends.add(new Mark.End(1_000_000L + line, line, 1_700_000_000_000L + line));
        }
        return new Mark(line, TOPIC, ends);
    }
}
