package daybook.app.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatFilesTest extends HeartbeatsContract {
    @TempDir
    private Path directory;

    @Override
    Heartbeats open() {
        return new HeartbeatFiles(directory, InstantSource.system());
    }

    @Override
    void age(Duration by) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Instant written = Files.getLastModifiedTime(file).toInstant();
                Files.setLastModifiedTime(file, FileTime.from(written.minus(by)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onlyTheirOwnerReadsThem() throws IOException {
        try (Heartbeats heartbeats = open()) {
            heartbeats.beat(report("web", "green"), HERE);
        }

        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("heartbeat-web.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsNoHeartbeatIsLeftOut() throws IOException {
        Files.writeString(directory.resolve("heartbeat-web.json"), "{\"role\":");
        Files.writeString(directory.resolve("heartbeat-audit.json"), "{\"role\":\"audit\"}");

        try (Heartbeats heartbeats = open()) {
            assertThat(heartbeats.all()).isEmpty();
        }
    }

    @Test
    void aClockThatWasSetBackMakesNothingOld() {
        try (Heartbeats heartbeats = open()) {
            heartbeats.beat(report("web", "green"), HERE);
            age(Duration.ofHours(-1));

            assertThat(heartbeats.all())
                    .singleElement()
                    .satisfies(heard -> assertThat(heard.age()).isZero());
        }
    }
}
