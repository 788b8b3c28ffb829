package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer and a tailer beside it make no garbage in steady state. */
class GarbageTest {
    private static final int BATCHES = 400;

    @TempDir
    Path directory;

    private long shown;

    @Test
    void aBatchWrittenForcedAndTailedAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        Disk disk = new FileDisk();
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL.withSegmentBytes(16 << 20));
                JournalTailer tailer = journal.events(1)) {
            EntryVisitor visitor = (kind, number, payload, last) -> shown += payload.remaining();
            batches(journal.writer(), tailer, visitor);

            long before = threads.getThreadAllocatedBytes(thread);
            batches(journal.writer(), tailer, visitor);
            long allocated = threads.getThreadAllocatedBytes(thread) - before;

            System.out.println("bytes allocated per batch: " + (double) allocated / BATCHES);
            assertThat(allocated).isLessThan(BATCHES * 16L);
            assertThat(shown).isEqualTo(2L * BATCHES * 8 * 2 * 40);
        }
    }

    private void batches(JournalWriter writer, JournalTailer tailer, EntryVisitor visitor) {
        for (int i = 0; i < BATCHES; i++) {
            for (int g = 0; g < 8; g++) {
                fill(writer.begin(40));
                writer.endCommand();
                fill(writer.begin(40));
                writer.endEvent();
                fill(writer.begin(40));
                writer.endEvent();
                writer.endGroup();
            }
            writer.write();
            writer.force();
            tailer.poll(writer.durableSeq(), 1_000, visitor);
        }
    }

    private static void fill(ByteBuffer payload) {
        for (int i = 0; i < 5; i++) {
            payload.putLong(i);
        }
    }
}
