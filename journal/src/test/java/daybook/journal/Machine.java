package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tools of the machine that a test needs: without them it is skipped, or fails where they are required. */
public final class Machine {
    private static final boolean REQUIRED = "1".equals(System.getenv("FAULTLAB_REQUIRED"));

    private Machine() {}

    public static void needs(String... tools) {
        for (String tool : tools) {
            needs(run("sh", "-c", "command -v " + tool) == 0, tool + " is not installed");
        }
    }

    public static void needs(boolean possible, String otherwise) {
        if (REQUIRED) {
            assertThat(possible).as(otherwise + ", and FAULTLAB_REQUIRED=1").isTrue();
        }
        assumeTrue(possible, otherwise);
    }

    public static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs a command to its end, for a minute at most. Returns its exit code. */
    public static int run(String... command) {
        return run(List.of(command), ProcessBuilder.Redirect.DISCARD);
    }

    /** What a command prints on stdout; it must succeed. */
    public static String output(String... command) {
        try {
            Path out = Files.createTempFile("machine", ".out");
            assertThat(run(List.of(command), ProcessBuilder.Redirect.to(out.toFile())))
                    .as(String.join(" ", command))
                    .isZero();
            String text = Files.readString(out).strip();
            Files.delete(out);
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int run(List<String> command, ProcessBuilder.Redirect out) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(out)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("still running after 60 s: " + command);
            }
            return process.exitValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
