package daybook.app.config;

import java.nio.file.Path;

/**
 * Where a value came from, as it is told to a user.
 *
 * @param text for example {@code flag --port}, {@code environment DAYBOOK_DATA}, {@code file daybook.properties:3}
 */
public record Origin(String text) {
    static final Origin DEFAULT = new Origin("default");

    static Origin flag(String flag) {
        return new Origin("flag " + flag);
    }

    static Origin environment(String variable) {
        return new Origin("environment " + variable);
    }

    static Origin file(Path file, int line) {
        return new Origin("file " + file + ":" + line);
    }
}
