package daybook.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the runbook: its tables with an exit code beside each command. */
record Page(String text) {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]*) \\| `([^`]*)` \\| (\\d+) \\| .*\\|$");
    private static final Path ROOT = Path.of(System.getProperty("daybook.root", ".."));

    /** A row. */
    record Step(String name, String command, int exit) {}

    static Page of(String name) {
        return new Page(file("docs/runbook/" + name));
    }

    /** A file of the project, by the path that a page gives it. */
    static String file(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What follows a headline, up to the next one; "" = what stands before the first. */
    Page section(String headline) {
        String from = headline.isEmpty() ? text : text.substring(text.indexOf("## " + headline));
        int end = from.indexOf("\n## ", 1);
        return new Page(end < 0 ? from : from.substring(0, end));
    }

    List<Step> steps() {
        return ROW.matcher(text)
                .results()
                .map(row -> new Step(row.group(1), row.group(2), Integer.parseInt(row.group(3))))
                .toList();
    }
}
