package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.SimDisk;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files that are there whole or not at all, on a disk whose power can be cut at any step. */
class WholeFileTest {
    private static final Path DAY = Path.of("/data/statements/2026-01-05");
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
    private static final Set<String> WHOLE = Set.of("first version", "second, which is longer");
    private static final List<SimDisk.Fault> FAULTS = List.of(SimDisk.Fault.POWER_CUT);

    /** After every step of a write over an earlier one, with every subset of seeds of what had not reached the disk. */
    @Test
    void aPowerCutAtAnyStepLeavesTheOldFileOrTheNewOneAndNeverHalf() {
        int steps = steps();
        for (int step = 1; step <= steps; step++) {
            for (SimDisk.Fault fault : FAULTS) {
                for (long seed = 0; seed < 20; seed++) {
                    SimDisk disk = withFirst();
                    disk.failAt(disk.operations() + step, fault);
                    cutOff(() -> write(disk, "second, which is longer"));
                    disk.crash(seed);

                    String there = new String(disk.bytes(DAY.resolve("a.csv")), StandardCharsets.UTF_8);
                    assertThat(WHOLE).as("step " + step + ", seed " + seed).contains(there);
                }
            }
        }
        assertThat(steps).isGreaterThan(4);
    }

    @Test
    void whatIsForcedIsThereAfterwardsAndWhatAnEarlierWriterLeftIsNot() {
        SimDisk disk = withFirst();
        disk.put(left("dead.7", NOW.minus(Duration.ofHours(25))), new byte[10]);
        write(disk, "second, which is longer");
        disk.crash(pending -> false);

        assertThat(disk.list(DAY)).containsExactly("a.csv");
        assertThat(new String(disk.bytes(DAY.resolve("a.csv")), StandardCharsets.UTF_8))
                .isEqualTo("second, which is longer");
    }

    /** Two reconciliations at once: the second begins while the first is at its file. */
    @Test
    void whoBeginsLeavesAloneWhatAnotherIsWriting() {
        SimDisk disk = withFirst();
        Path other = left("other.3", NOW.minus(Duration.ofHours(23)));
        disk.put(other, new byte[10]);
        disk.put(DAY.resolve("somebody-elses.part"), new byte[10]);

        write(disk, "second, which is longer");

        assertThat(disk.list(DAY)).containsExactly(other.getFileName().toString(), "a.csv", "somebody-elses.part");
        disk.rename(other, DAY.resolve("b.csv"));
    }

    @Test
    void aFileIsKnownByItsBytesAndNotByItsName() {
        SimDisk disk = withFirst();
        disk.put(DAY.resolve("same"), "first version".getBytes(StandardCharsets.UTF_8));
        disk.put(DAY.resolve("as-long"), "first versiom".getBytes(StandardCharsets.UTF_8));
        disk.put(DAY.resolve("shorter"), "first versio".getBytes(StandardCharsets.UTF_8));
        WholeFile files = new WholeFile(disk, DAY, "job.1", NOW);

        assertThat(List.of(has(disk, files, "same"), has(disk, files, "as-long"), has(disk, files, "shorter")))
                .containsExactly(true, false, false);
        try (var source = disk.openReadOnly(DAY.resolve("same"))) {
            assertThat(files.has("not-there", source)).isFalse();
        }
    }

    private static boolean has(SimDisk disk, WholeFile files, String source) {
        try (var file = disk.openReadOnly(DAY.resolve(source))) {
            return files.has("a.csv", file);
        }
    }

    private static Path left(String writer, Instant began) {
        return DAY.resolve(".a.csv." + writer + "." + began.toEpochMilli() + ".part");
    }

    /** The planted bug: written in place. */
    @Test
    void writtenInPlaceThereWouldBeHalfFiles() {
        boolean half = false;
        for (long seed = 0; seed < 50 && !half; seed++) {
            SimDisk disk = withFirst();
            try (var file = disk.open(DAY.resolve("a.csv"))) {
                file.truncate(0);
                file.write(ByteBuffer.wrap("second, which is longer".getBytes(StandardCharsets.UTF_8)), 0);
            }
            disk.crash(seed);
            half = !WHOLE.contains(new String(disk.bytes(DAY.resolve("a.csv")), StandardCharsets.UTF_8));
        }
        assertThat(half).isTrue();
    }

    private static int steps() {
        SimDisk disk = withFirst();
        int before = disk.operations();
        write(disk, "second, which is longer");
        return disk.operations() - before;
    }

    private static SimDisk withFirst() {
        SimDisk disk = new SimDisk();
        write(disk, "first version");
        return disk;
    }

    private static void write(SimDisk disk, String text) {
        WholeFile files = new WholeFile(disk, DAY, "job.1", NOW);
        files.write("a.csv", text.getBytes(StandardCharsets.UTF_8));
        files.force();
    }

    private static void cutOff(Runnable write) {
        try {
            write.run();
        } catch (SimDisk.PowerCut cut) {
            assertThat(cut).isNotNull();
        }
    }
}
