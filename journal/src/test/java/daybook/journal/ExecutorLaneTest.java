package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
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
                writer.startBatch();
                writer.settle();
            }
            writer.force();
            assertThat(writer.durableCommandSeq()).isEqualTo(4_000);
        }

        assertThat(Entries.all(new FileDisk(), directory, 4_000)).isEqualTo(Entries.expected(4_000));
    }

    @Test
    void aForceThatIsWaitedForRunsInTheWritersThread(@TempDir Path directory) {
        AtomicInteger handedOver = new AtomicInteger();
        ExecutorLane lane = new ExecutorLane(
                work -> {
                    handedOver.incrementAndGet();
                    forces.execute(work);
                },
                () -> {});
        JournalPorts ports = new JournalPorts(new FileDisk(), new DiskLanes(lane, DiskLane.INLINE));
        try (Journal journal = Journal.open(ports, directory, Entries.SMALL, List.of())) {
            Entries.batches(journal.writer(), 5);
            assertThat(journal.writer().durableCommandSeq()).isEqualTo(5);
            assertThat(handedOver).hasValue(0);

            Entries.group(journal.writer(), 1);
            journal.writer().startBatch();
            assertThat(handedOver).hasValue(1);
        }
    }

    @Test
    void aLaneThatTakesNoWorkStopsTheJournalAndNotTheClose(@TempDir Path directory) {
        DiskLanes lanes = new DiskLanes(new ExecutorLane(forces, () -> {}), DiskLane.INLINE);
        forces.shutdown();
        try (Journal journal =
                Journal.open(new JournalPorts(new FileDisk(), lanes), directory, Entries.SMALL, List.of())) {
            JournalWriter writer = journal.writer();
            Entries.batches(writer, 1);
            Entries.group(writer, 1);

            assertThatThrownBy(writer::startBatch).isInstanceOf(RejectedExecutionException.class);
            assertThat(writer.durableCommandSeq()).isEqualTo(1);
            assertThatThrownBy(writer::force).isInstanceOf(JournalException.class);
        }

        try (Journal again = Journal.open(new FileDisk(), directory, Entries.SMALL)) {
            assertThat(again.recovery().lastCommandSeq()).isEqualTo(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
