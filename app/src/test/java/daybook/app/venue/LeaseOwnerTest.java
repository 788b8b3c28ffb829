package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseOwnerTest {
    @TempDir
    Path folder;

    @Test
    void whoIsStartedAgainHasItsNameAgain() throws IOException {
        assertThat(owner("a", "lock-ledger")).isEqualTo(owner("a", "lock-ledger"));
    }

    @Test
    void anotherDirectoryAndAnotherLockAreOthers() throws IOException {
        assertThat(owner("a", "lock-ledger")).isNotEqualTo(owner("b", "lock-ledger"));
        assertThat(owner("a", "lock-ledger")).isNotEqualTo(owner("a", "lock-capture"));
    }

    /** As on a copy of the machine, or in another container: the path is the same. */
    @Test
    void anotherDirectoryOfTheSameNameIsAnother() throws IOException {
        String before = owner("a", "lock");
        Files.move(folder.resolve("a"), folder.resolve("moved"));

        assertThat(owner("a", "lock")).isNotEqualTo(before);
    }

    private String owner(String directory, String lock) throws IOException {
        Files.createDirectories(folder.resolve(directory));
        return LeaseOwner.of(DataDirectory.of(folder.resolve(directory), ""), lock);
    }
}
