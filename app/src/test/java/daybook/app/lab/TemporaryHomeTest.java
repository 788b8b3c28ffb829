package daybook.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a lab leaves in the system's temporary directory: nothing, if not at once then at the next start. */
class TemporaryHomeTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path above;

    @Test
    void oneIsGoneWithAllThatIsInItWhenItIsClosed() throws IOException {
        TemporaryHome home = TemporaryHome.make(above, "lab");
        Files.writeString(Files.createDirectories(home.path().resolve("a/b")).resolve("c"), "text");

        home.close();

        assertThat(names()).isEmpty();
    }

    @Test
    void whatAKilledProcessHasLeftIsDeletedAndWhatIsInUseStays() throws IOException {
        left("daybook-sandbox-killed", NOW.minusSeconds(3_600));
        left("daybook-lab-killed", NOW.minusSeconds(61));
        left("daybook-lab-young", NOW.minusSeconds(59));
        left("daybook-else", NOW.minusSeconds(3_600));
        Files.createDirectory(above.resolve("daybook-sandbox-unmarked"));
        try (TemporaryHome used = TemporaryHome.make(above, "sandbox")) {
            old(used.path(), NOW.minusSeconds(3_600));

            assertThat(TemporaryHome.sweep(above, NOW)).isEqualTo(2);

            assertThat(names())
                    .containsExactlyInAnyOrder(
                            "daybook-lab-young",
                            "daybook-else",
                            "daybook-sandbox-unmarked",
                            String.valueOf(used.path().getFileName()));
        }
    }

    @Test
    void aLinkThatSomebodyHasPutThereIsNotFollowed() throws IOException {
        Path elsewhere = left("somebodys-own", NOW.minusSeconds(3_600));
        Files.createSymbolicLink(above.resolve("daybook-lab-link"), elsewhere);
        Path home = left("daybook-lab-killed", NOW.minusSeconds(3_600));
        Files.createSymbolicLink(home.resolve("link"), elsewhere);

        assertThat(TemporaryHome.sweep(above, NOW)).isEqualTo(1);

        assertThat(elsewhere.resolve("deep/file")).exists();
        assertThat(names()).containsExactlyInAnyOrder("somebodys-own", "daybook-lab-link");
    }

    @Test
    void sandboxesLeaveNothingBehind() throws IOException {
        try (Sandboxes sandboxes = new Sandboxes(() -> 0, above)) {
            sandboxes.open(1);
            sandboxes.open(2);
            assertThat(names()).hasSize(2);
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void aFailureOfTheLabIsNotOneOfTheProcessAroundIt() {
        AtomicBoolean broken = new AtomicBoolean();
        Sandboxes sandboxes = new Sandboxes(
                () -> {
                    if (broken.get()) {
                        throw new IllegalStateException("planted");
                    }
                    return 0;
                },
                above);
        try (DemoLab lab = new DemoLab(sandboxes)) {
            sandboxes.open(1);
            broken.set(true);

            assertThat(lab.pump()).isZero();
        }
    }

    private Path left(String name, Instant at) throws IOException {
        Path home = Files.createDirectory(above.resolve(name));
        Files.writeString(Files.createDirectory(home.resolve("deep")).resolve("file"), "text");
        Files.createFile(home.resolve(".owner"));
        old(home, at);
        return home;
    }

    private static void old(Path home, Instant at) throws IOException {
        Files.setLastModifiedTime(home.resolve(".owner"), FileTime.from(at));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> found = Files.list(above)) {
            return found.map(path -> String.valueOf(path.getFileName())).toList();
        }
    }
}
