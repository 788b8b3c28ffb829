package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.BuiltProgram;
import daybook.journal.Machine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whoever has only the README gets to a placed order and a seen position. Method: the commands of its section "Two commands",
 * as they stand there, in one shell after another, in a folder that holds what a clone holds, built. The time is printed and not
 * judged.
 */
class NewcomerIT {
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void theCommandsOfTheReadmeLeadToAPosition() throws IOException, InterruptedException {
        Machine.needs("curl");
        Machine.needs(isFree(8080), "port 8080, which the README uses, is taken");
        Path root = Path.of(System.getProperty("daybook.root", "..")).toAbsolutePath();
        List<String> blocks = blocks(Files.readString(root.resolve("README.md")));
        assertThat(blocks).as("README, section Two commands").hasSizeGreaterThanOrEqualTo(3);
        String up = blocks.get(0)
                .lines()
                .filter(l -> l.contains("daybook up"))
                .findFirst()
                .orElseThrow();
        Files.createSymbolicLink(folder.resolve("README.md"), root.resolve("README.md"));
        Files.copy(root.resolve("daybook"), folder.resolve("daybook"));
        folder.resolve("daybook").toFile().setExecutable(true);
        Files.createDirectories(folder.resolve("app/target"));
        Files.createSymbolicLink(folder.resolve("app/target/daybook.jar"), BuiltProgram.jar());

        long begun = System.nanoTime();
        Path said = folder.resolve("up.said");
        Process venue = shell(up, said);
        try {
            waitFor(said, "venue is up");
            Path answers = folder.resolve("order.said");
            assertThat(finished(shell(blocks.get(1), answers)))
                    .as(Files.readString(answers))
                    .isZero();
            assertThat(Files.readString(answers)).contains("\"orderId\"");
            awaitPosition(answers, lastLine(blocks.get(1)));
            long seconds = (System.nanoTime() - begun) / 1_000_000_000;
            System.out.println("from the first command to the position: " + seconds + " s");
            Path checks = folder.resolve("check.said");
            assertThat(finished(shell(blocks.get(2), checks)))
                    .as(Files.readString(checks))
                    .isZero();
        } finally {
            Stream.concat(venue.descendants(), Stream.of(venue.toHandle()))
                    .filter(p -> p.info().command().orElse("").endsWith("java"))
                    .forEach(ProcessHandle::destroy);
            finished(venue);
        }
    }

    /** As the README says: until somebody has sold to the newcomer, the last command shows nothing yet, and is given again. */
    private void awaitPosition(Path answers, String positions) throws IOException, InterruptedException {
        String shown = Files.readString(answers);
        for (int i = 0; i < 60 && !shown.contains("alice"); i++) {
            RunningVenue.pause(Duration.ofMillis(500));
            finished(shell(positions, answers));
            shown = Files.readString(answers);
        }
        assertThat(shown).contains("alice").contains("INFY");
    }

    private static String lastLine(String block) {
        List<String> lines = block.lines().toList();
        return lines.get(lines.size() - 1);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static List<String> blocks(String readme) {
        String section = readme.substring(readme.indexOf("## Two commands"));
        section = section.substring(0, section.indexOf("\n## ", 4));
        Matcher matcher = SHELL.matcher(section);
        return matcher.results().map(found -> found.group(1)).toList();
    }

    private Process shell(String commands, Path said) throws IOException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", commands)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        shell.environment().put("DAYBOOK_NO_BUILD", "1"); // the build is timed apart
        return shell.start();
    }

    private static int finished(Process process) throws InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("still running after 120 s");
        }
        return process.exitValue();
    }

    private static void waitFor(Path said, String what) throws IOException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!Files.readString(said).contains(what)) {
            assertThat(System.nanoTime() - end).as(Files.readString(said)).isNegative();
            RunningVenue.pause(Duration.ofMillis(50));
        }
    }
}
