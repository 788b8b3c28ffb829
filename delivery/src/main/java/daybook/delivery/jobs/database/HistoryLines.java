package daybook.delivery.jobs.database;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What has become of a job's attempts: a line each, {@code MILLISECONDS ATTEMPT REASON}. */
final class HistoryLines {
    private static final int MOST_CHARACTERS = 500;

    private HistoryLines() {}

    /** All of a line but its time, which the database writes before it. */
    static String line(int attempt, String reason) {
        return " " + attempt + " " + oneLine(reason) + "\n";
    }

    /** A reason as it is kept: one line of up to 500 characters. */
    static String oneLine(String reason) {
        String line = reason.replaceAll("\\p{Cntrl}+", " ");
        if (line.length() <= MOST_CHARACTERS) {
            return line;
        }
        int end = MOST_CHARACTERS - 3;
        // Half of a pair is no text.
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "...";
    }

    /** For people. */
    static List<String> read(String history) {
        List<String> lines = new ArrayList<>();
        for (String line : history.lines().toList()) {
            String[] parts = line.split(" ", 3);
            lines.add(
                    parts.length < 3
                            ? line
                            : Instant.ofEpochMilli(Long.parseLong(parts[0])) + " attempt " + parts[1] + ": "
                                    + parts[2]);
        }
        return lines;
    }
}
