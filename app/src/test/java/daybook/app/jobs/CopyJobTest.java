package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.JobContext;
import daybook.journal.SimDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Copies of snapshots on another disk: the same bytes, and not only the same names. */
class CopyJobTest {
    private static final Path FROM = Path.of("/data/snapshots");
    private static final Path TO = Path.of("/other/copies");
    private static final Instant NOW = Instant.parse("2026-01-05T10:50:00Z");

    private final SimDisk disk = new SimDisk();

    CopyJobTest() {
        disk.createDirectories(FROM);
        put(FROM, 1, "first");
        put(FROM, 2, "second");
        disk.put(FROM.resolve("snapshot.part"), new byte[3]);
    }

    @Test
    void whatIsNotThereIsCopiedAndWhatIsThereIsNot() throws GiveUpException {
        assertThat(copy()).isEqualTo("2 copied");
        assertThat(copy()).isEqualTo("0 copied");
        put(FROM, 3, "third");

        assertThat(copy()).isEqualTo("1 copied");

        assertThat(disk.list(TO)).containsExactly(name(1), name(2), name(3));
        assertThat(text(TO, 3)).isEqualTo("third");
    }

    /** Damaged on its disk, cut short, or another venue's: the name is right and the bytes are not. */
    @Test
    void aCopyThatDiffersIsReplaced() throws GiveUpException {
        copy();
        put(TO, 1, "fIrst");
        put(TO, 2, "sec");

        assertThat(copy()).isEqualTo("2 copied");

        assertThat(List.of(text(TO, 1), text(TO, 2))).containsExactly("first", "second");
    }

    @Test
    void theNewestTenAreKept() throws GiveUpException {
        for (int number = 3; number <= 12; number++) {
            put(FROM, number, "number " + number);
        }

        copy();

        assertThat(disk.list(TO)).hasSize(10).startsWith(name(3)).endsWith(name(12));
    }

    @Test
    void withoutAPlaceForThemItIsGivenUp() {
        CopyJob nowhere =
                new CopyJob(new CopyJob.Places(disk, FROM, Optional.empty(), () -> NOW, Duration.ofSeconds(9)));

        assertThatThrownBy(() -> nowhere.run(new Said()))
                .isInstanceOf(GiveUpException.class)
                .hasMessageContaining("daybook.snapshot.copies: not set");
    }

    /** What it says at the end. */
    private String copy() throws GiveUpException {
        Said said = new Said();
        new CopyJob(new CopyJob.Places(disk, FROM, Optional.of(TO), () -> NOW, Duration.ofSeconds(9))).run(said);
        return said.last;
    }

    private void put(Path directory, int number, String text) {
        disk.put(directory.resolve(name(number)), text.getBytes(StandardCharsets.UTF_8));
    }

    private String text(Path directory, int number) {
        return new String(disk.bytes(directory.resolve(name(number))), StandardCharsets.UTF_8);
    }

    private static String name(int number) {
        return "snapshot-%019d.dbs".formatted(number);
    }

    /** An attempt of which only the last word is kept. */
    private static final class Said implements JobContext {
        private String last = "";

        @Override
        public Job job() {
            return new Job("job", CopyJob.NAME, "{}", Optional.empty(), 0, 0, 0);
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public long token() {
            return 1;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void progress(long done, long total, String what) {
            last = what;
        }

        @Override
        public boolean once(Connection connection) {
            return true;
        }
    }
}
