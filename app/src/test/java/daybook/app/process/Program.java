package daybook.app.process;

import daybook.app.BuiltProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code daybook.jar} with arguments and waits for it. */
final class Program {
    private static final long DEADLINE_SECONDS = 600;

    private Program() {}

    /** What a finished run left. */
    record Outcome(int exitCode, String out, String err) {
        @Override
        public String toString() {
            return "exit " + exitCode + "\nstdout: " + out + "\nstderr: " + err;
        }

        String lastLine() {
            List<String> lines = out.lines().toList();
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        }
    }

    static List<String> command(String... arguments) {
        return BuiltProgram.command(List.of(arguments));
    }

    static Outcome run(String... arguments) {
        return run(command(arguments));
    }

    /** The same, with more in its environment. */
    static Outcome runWith(Map<String, String> environment, String... arguments) {
        return run(environment, command(arguments));
    }

    static Outcome run(List<String> command) {
        return run(Map.of(), command);
    }

    private static Outcome run(Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile("daybook", ".out");
            Path err = Files.createTempFile("daybook", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IllegalStateException("still running after " + DEADLINE_SECONDS + " s: " + command);
            }
            return new Outcome(process.exitValue(), take(out), take(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String take(Path file) throws IOException {
        String text = Files.readString(file);
        Files.delete(file);
        return text;
    }
}
