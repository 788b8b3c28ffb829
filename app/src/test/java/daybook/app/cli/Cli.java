package daybook.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs command lines in this process and keeps what they print. */
final class Cli {
    private Cli() {}

    /** How a command line ended. */
    record Ran(int exit, String out, String err) {
        String lastLine() {
            return out.lines().reduce("", (before, line) -> line);
        }
    }

    static Ran run(String... args) {
        return runWith(Map.of(), "", args);
    }

    static Ran runWith(Map<String, String> environment, String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                environment,
                false);
        int exit = CommandLineRunner.run(console, args);
        return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
