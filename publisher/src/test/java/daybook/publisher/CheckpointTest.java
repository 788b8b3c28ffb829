package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.Disk;
import daybook.journal.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    private static final UUID VENUE = new UUID(1, 2);
    private static final UUID TOPIC = new UUID(3, 4);
    private static final Checkpoint SOME = Checkpoint.none(VENUE)
            .with(new Mark(5, TOPIC, List.of(new Mark.End(2, 4, 28), new Mark.End(0, 0, 0), new Mark.End(3, 5, 35))))
            .with(new Mark(9, TOPIC, List.of(new Mark.End(4, 9, 63), new Mark.End(0, 0, 0), new Mark.End(5, 8, 56))));

    private final Disk disk = new FileDisk();

    @TempDir
    Path directory;

    @Test
    void whatWasSavedIsLoaded() {
        CheckpointFile file = new CheckpointFile(disk, directory, VENUE);

        file.save(Checkpoint.none(VENUE));
        file.save(SOME);

        assertThat(file.load()).isEqualTo(SOME);
        assertThat(file.load().line()).isEqualTo(9);
        assertThat(disk.list(directory)).containsExactly(CheckpointFile.NAME);
    }

    @Test
    void peopleCanReadIt() {
        assertThat(new String(CheckpointText.write(SOME), java.nio.charset.StandardCharsets.US_ASCII))
                .startsWith("daybook publisher checkpoint 1\n"
                        + "venue 00000000-0000-0001-0000-000000000002\n"
                        + "mark 5 00000000-0000-0003-0000-000000000004 2:4:28 0:0:0 3:5:35\n"
                        + "mark 9 00000000-0000-0003-0000-000000000004 4:9:63 0:0:0 5:8:56\n"
                        + "crc ");
    }

    @Test
    void aMissingOneMeansSendEverything() {
        assertThat(new CheckpointFile(disk, directory, VENUE).load().line()).isZero();
    }

    @Test
    void anyDamageMeansSendEverythingAndNeverAnotherLine() throws IOException {
        CheckpointFile file = new CheckpointFile(disk, directory, VENUE);
        byte[] whole = CheckpointText.write(SOME);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(CheckpointText.read(damaged)).as("bit " + bit).isEmpty();
        }
        for (int length = 0; length < whole.length; length++) {
            assertThat(CheckpointText.read(Arrays.copyOf(whole, length)))
                    .as("length " + length)
                    .isEmpty();
        }
        write(Arrays.copyOf(whole, whole.length / 2));
        assertThat(file.load().line()).isZero();
    }

    @Test
    void aHalfWrittenNewOneIsIgnored() throws IOException {
        CheckpointFile file = new CheckpointFile(disk, directory, VENUE);
        file.save(SOME);
        Files.writeString(directory.resolve(CheckpointFile.NAME + ".new"), "daybook publ");

        assertThat(file.load()).isEqualTo(SOME);
        file.save(SOME);
        assertThat(disk.list(directory)).containsExactly(CheckpointFile.NAME);
    }

    @Test
    void anotherVenuesIsRefused() {
        new CheckpointFile(disk, directory, VENUE).save(SOME);

        assertThatThrownBy(() -> new CheckpointFile(disk, directory, new UUID(9, 9)).load())
                .isInstanceOf(PublisherException.class)
                .hasMessageContaining("venue");
    }

    @Test
    void marksReachFarBackAndLieDenseAtTheEnd() {
        Checkpoint checkpoint = Checkpoint.none(VENUE);
        for (long line = 1; line <= 10_000; line++) {
            checkpoint = checkpoint.with(new Mark(line, TOPIC, List.of()));
            assertThat(checkpoint.marks()).hasSizeLessThanOrEqualTo(Checkpoint.MAX_MARKS);
        }

        List<Long> lines = checkpoint.marks().stream().map(Mark::line).toList();
        assertThat(lines).isSorted().doesNotHaveDuplicates().endsWith(9_998L, 9_999L, 10_000L);
        assertThat(lines.get(0)).isLessThan(9_900);
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(directory.resolve(CheckpointFile.NAME), bytes);
    }
}
