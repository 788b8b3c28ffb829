package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.SimDisk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SnapshotStoreTest {
    private static final Path DIRECTORY = Path.of("/snapshots");

    private final SimDisk disk = new SimDisk();
    private final SnapshotStore store = new SnapshotStore(disk, DIRECTORY, SimulatedVenue.VENUE);

    @Test
    void theNewestIsFoundAndTheLastTwoAreKept() {
        for (long commandSeq = 1; commandSeq <= 5; commandSeq++) {
            write(commandSeq);
        }

        assertThat(store.newest().snapshot().orElseThrow().header().commandSeq())
                .isEqualTo(5);
        assertThat(store.newestFirst()).containsExactly(5L, 4L);
    }

    @Test
    void whatWasWrittenComesBack() {
        write(7);

        Snapshot read = store.read(7);

        assertThat(read.header()).isEqualTo(header(7));
        assertThat(text(read)).isEqualTo("state 7 and more of it");
    }

    @Test
    void aDamagedOneIsPassedOverForTheOneBefore() {
        write(1);
        write(2);
        disk.flipBit(store.path(2), SnapshotFile.HEADER_BYTES + 3, 5);

        SnapshotStore.Found found = store.newest();

        assertThat(found.snapshot().orElseThrow().header().commandSeq()).isEqualTo(1);
        assertThat(found.damaged()).containsExactly(store.path(2) + ": state damaged (CRC)");
    }

    @Test
    void everyFlippedBitAndEveryTruncationIsFound() {
        write(3);
        byte[] whole = disk.bytes(store.path(3));

        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                disk.flipBit(store.path(3), at, bit);
                assertThat(store.newest().snapshot())
                        .as("byte %d, bit %d", at, bit)
                        .isEmpty();
                disk.flipBit(store.path(3), at, bit);
            }
        }
        for (int length = 0; length < whole.length; length++) {
            disk.put(store.path(3), Arrays.copyOf(whole, length));
            assertThat(store.newest().snapshot()).as("length %d", length).isEmpty();
        }
    }

    @Test
    void anotherVenuesSnapshotIsRefused() {
        write(1);
        SnapshotStore stranger = new SnapshotStore(disk, DIRECTORY, new UUID(1, 2));

        assertThatThrownBy(stranger::newest)
                .isInstanceOf(ExchangeRefusedException.class)
                .hasMessageContaining("venue");
    }

    @Test
    void anUnknownFormatIsRefusedNotPassedOver() {
        write(1);
        Path path = store.path(1);
        byte[] bytes = disk.bytes(path);
        bytes[8] = 9;
        ByteBuffer changed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, SnapshotFile.HEADER_BYTES - 4);
        changed.putInt(SnapshotFile.HEADER_BYTES - 4, (int) crc.getValue());
        disk.put(path, bytes);

        assertThatThrownBy(store::newest)
                .isInstanceOf(ExchangeRefusedException.class)
                .hasMessage(path + ": format version: 9 (expected: 1)");
    }

    @Test
    void aRenamedSnapshotIsNotWhatItsNameSays() {
        write(1);
        disk.rename(store.path(1), store.path(9));

        assertThat(store.newest().snapshot()).isEmpty();
    }

    @Test
    void aSnapshotWithANameSurvivesEveryPowerCut() {
        write(1);
        write(2);
        for (int seed = 0; seed < 100; seed++) {
            SimDisk copy = disk.copy();
            copy.crash(seed);
            assertThat(new SnapshotStore(copy, DIRECTORY, SimulatedVenue.VENUE)
                            .newest()
                            .snapshot()
                            .orElseThrow()
                            .header()
                            .commandSeq())
                    .as("seed %d", seed)
                    .isEqualTo(2);
        }
    }

    @Test
    void atEveryOperationAPowerCutLeavesTheOldOrTheNewOne() {
        int operation = 1;
        boolean cut = true;
        while (cut) {
            SimDisk fresh = new SimDisk();
            SnapshotStore writing = new SnapshotStore(fresh, DIRECTORY, SimulatedVenue.VENUE);
            write(fresh, writing, 1);
            fresh.failAt(fresh.operations() + operation, SimDisk.Fault.POWER_CUT);
            cut = wasCut(fresh, writing);
            for (int seed = 0; seed < 20; seed++) {
                SimDisk copy = fresh.copy();
                copy.crash(seed);
                assertThat(new SnapshotStore(copy, DIRECTORY, SimulatedVenue.VENUE)
                                .newest()
                                .snapshot()
                                .orElseThrow()
                                .header()
                                .commandSeq())
                        .as("operation %d, seed %d", operation, seed)
                        .isIn(1L, 2L);
            }
            operation++;
        }
    }

    private static boolean wasCut(Disk disk, SnapshotStore store) {
        try {
            write(disk, store, 2);
            return false;
        } catch (SimDisk.PowerCut e) {
            return true;
        }
    }

    private void write(long commandSeq) {
        write(disk, store, commandSeq);
    }

    private static void write(Disk disk, SnapshotStore store, long commandSeq) {
        disk.createDirectories(DIRECTORY);
        store.prepare(snapshot(commandSeq));
        store.publish(commandSeq);
    }

    static Snapshot snapshot(long commandSeq) {
        return new Snapshot(
                header(commandSeq), List.of(bytes("state " + commandSeq), bytes(" and more"), bytes(" of it")));
    }

    private static SnapshotHeader header(long commandSeq) {
        return new SnapshotHeader(SimulatedVenue.VENUE, 1, commandSeq, commandSeq * 3, 1_000 + commandSeq);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(Snapshot snapshot) {
        return StandardCharsets.US_ASCII
                .decode(snapshot.state().get(0).duplicate())
                .toString();
    }

    static byte[] fileOf(Snapshot snapshot) {
        SimDisk disk = new SimDisk();
        disk.createDirectories(DIRECTORY);
        try (DiskFile file = disk.create(DIRECTORY.resolve("x"))) {
            SnapshotFile.write(snapshot, file);
        }
        return disk.bytes(DIRECTORY.resolve("x"));
    }
}
