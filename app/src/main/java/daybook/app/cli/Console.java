package daybook.app.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a command talks to.
 *
 * @param terminal whether a person may be asked and shown progress
 */
record Console(PrintStream out, PrintStream err, InputStream in, Map<String, String> environment, boolean terminal) {

    @SuppressWarnings("SystemConsoleNull") // with this property newer releases answer null off a terminal, as 17 does
    static Console ofProcess() {
        System.setProperty("jdk.console", "java.base");
        return new Console(
                new PrintStream(
                        new StandardOutput(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8),
                System.err,
                System.in,
                System.getenv(),
                System.console() != null);
    }

    /** A line for people: progress, a note, a warning. */
    void note(String line) {
        err.println("daybook: " + line);
    }
}
