package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lanes with real threads. */
@Timeout(60)
class ExecutorLaneTest {
    private final ExecutorService forces = Executors.newSingleThreadExecutor();
    private final ExecutorService preparation = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        forces.shutdownNow();
        preparation.shutdownNow();
    }

    @Test
    void itIsBusyUntilTheWorkIsDoneAndThenTellsItsOwner() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        ExecutorLane lane = new ExecutorLane(forces, told::countDown);

        lane.start(() -> await(mayEnd));
        assertThat(lane.isBusy()).isTrue();
        assertThatThrownBy(() -> lane.start(() -> {})).hasMessageContaining("busy");
        mayEnd.countDown();
        lane.await();

        assertThat(lane.isBusy()).isFalse();
        told.await();
    }

    @Test
    void workThatFailsDoesNotBlockTheLane() {
        AtomicInteger done = new AtomicInteger();
        ExecutorLane lane = new ExecutorLane(forces, () -> {});

        lane.start(() -> {
            throw new IllegalStateException("broken");
        });
        lane.await();
        lane.start(done::incrementAndGet);
        lane.await();

        assertThat(done).hasValue(1);
    }

    @Test
    void aJournalThatDoesNotWaitForItsForcesLosesNothing(@TempDir Path directory) {
        DiskLanes lanes = new DiskLanes(new ExecutorLane(forces, () -> {}), new ExecutorLane(preparation, () -> {}));
        JournalPorts ports = new JournalPorts(new FileDisk(), lanes);
        try (Journal journal = Journal.open(ports, directory, Entries.SMALL.withSegmentBytes(64 << 10), List.of())) {
            JournalWriter writer = journal.writer();
            for (int batch = 0; batch < 400; batch++) {
                for (int i = 0; i < 10; i++) {
                    Entries.group(writer, (int) (writer.nextCommandSeq() % 4));
                }
                writer.write();
                writer.startForce();
                writer.settle();
            }
            writer.force();
            assertThat(writer.durableCommandSeq()).isEqualTo(4_000);
        }

        assertThat(Entries.all(new FileDisk(), directory, 4_000)).isEqualTo(Entries.expected(4_000));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
