package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine does to a process: each trouble gets a named message, a documented end, and a clean restart. */
class TroubleIT {
    private static final boolean REQUIRED = "1".equals(System.getenv("FAULTLAB_REQUIRED"));

    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void freshDirectory() {
        data = folder.resolve("data");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        new ProcessBuilder("umount", "-l", folder.resolve("small").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void aSecondProcessIsToldThatTheDirectoryIsLocked() {
        RunningVenue venue = RunningVenue.start(data);

        Program.Outcome second = Program.run("up", "--data", data.toString(), "--port", "0", "--for", "5s");

        assertThat(second.exitCode()).as(second.toString()).isNotZero();
        assertThat(second.err()).containsAnyOf("locked", "in use").doesNotContain("\tat ");
        assertThat(venue.stop()).isZero();
        new Outside(data).isClean();
    }

    @Test
    void aFrozenVenueGoesOnAfterwards() {
        RunningVenue venue = RunningVenue.start(data);
        String token = venue.token("alice");

        venue.signal("STOP");
        RunningVenue.pause(Duration.ofSeconds(3));
        venue.signal("CONT");

        assertThat(venue.order(token, buy("after-the-freeze")).map(HttpResponse::statusCode))
                .contains(200);
        assertThat(venue.stop()).isZero();
        new Outside(data).isClean();
    }

    @Test
    void afterAFailedForceNothingIsAcknowledgedAndTheRestartIsClean() {
        assumeTool("strace");
        RunningVenue healthy = RunningVenue.start(data);
        assertThat(healthy.stop()).isZero();

        RunningVenue venue = RunningVenue.start(
                List.of(
                        "strace",
                        "-f",
                        "-qq",
                        "-o",
                        folder.resolve("strace").toString(),
                        "-e",
                        "trace=fdatasync",
                        "-e",
                        "inject=fdatasync:error=EIO:when=600+"),
                data,
                "--rate",
                "200");
        int exitCode = venue.await();

        assertThat(exitCode).as(venue.errors()).isEqualTo(1);
        assertThat(venue.errors()).contains("journal").doesNotContain("\tat ");
        RunningVenue again = RunningVenue.start(data);
        RunningVenue.pause(Duration.ofSeconds(1));
        assertThat(again.stop()).as(again.errors()).isZero();
        new Outside(data).isClean();
    }

    @Test
    void aFullDiskRefusesOrdersAndGoesOnWhenThereIsRoom() throws IOException, InterruptedException {
        Path small = Files.createDirectory(folder.resolve("small"));
        assume(
                run("mount", "-t", "tmpfs", "-o", "size=260m", "tmpfs", small.toString()) == 0,
                "a tmpfs cannot be mounted here");
        data = small.resolve("data");
        RunningVenue venue = RunningVenue.start(data, "--rate", "20");
        String token = venue.token("alice");
        assertThat(venue.order(token, buy("before")).map(HttpResponse::statusCode))
                .contains(200);

        Path ballast = small.resolve("ballast");
        run("dd", "if=/dev/zero", "of=" + ballast, "bs=64k");
        RunningVenue.pause(Duration.ofSeconds(2));
        Files.deleteIfExists(ballast);
        RunningVenue.pause(Duration.ofSeconds(2));

        if (!venue.isAlive()) { // a documented end: the message names the disk; start again
            assertThat(venue.errors()).containsAnyOf("No space", "full");
            venue = RunningVenue.start(data, "--rate", "20");
        }
        Optional<HttpResponse<String>> after = venue.order(token, buy("after"));
        assertThat(after.map(HttpResponse::statusCode)).as(venue.errors()).contains(200);
        assertThat(venue.stop()).as(venue.errors()).isZero();
        new Outside(data).isClean();
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws IOException, InterruptedException {
        Path readOnly = Files.createDirectory(folder.resolve("small"));
        assume(
                run("mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", readOnly.toString()) == 0,
                "a tmpfs cannot be mounted here");

        Program.Outcome outcome =
                Program.run("up", "--data", readOnly.resolve("data").toString(), "--port", "0", "--for", "2s");

        assertThat(outcome.exitCode()).as(outcome.toString()).isNotZero();
        assertThat(outcome.err()).contains(readOnly.toString()).doesNotContain("\tat ");
    }

    private static String buy(String id) {
        return "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                + "\"timeInForce\":\"GTC\",\"price\":\"1400.00\",\"quantity\":\"1\"}";
    }

    private static void assumeTool(String name) {
        boolean found;
        try {
            found = run("sh", "-c", "command -v " + name) == 0;
        } catch (IOException | InterruptedException e) {
            found = false;
        }
        assume(found, name + " is not installed");
    }

    private static void assume(boolean possible, String otherwise) {
        if (REQUIRED) {
            assertThat(possible).as(otherwise + ", and FAULTLAB_REQUIRED=1").isTrue();
        }
        assumeTrue(possible, otherwise);
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
