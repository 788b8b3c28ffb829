package daybook.app.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The half of invariant 9 that is about what a process wrote: no secret, no stack trace, nothing over and over again. */
public final class Diagnostics {
    private static final Pattern TOKEN = Pattern.compile("daybook_[A-Za-z0-9_-]{20,}");
    private static final int OVER_AND_OVER = 40;

    private Diagnostics() {}

    /**
     * Fails if a text holds what no diagnostics may hold.
     *
     * @param data whose tokens must not be in it; the operator's is shown once, on purpose
     */
    public static void areFit(Path data, String errors) {
        String shown = errors.replaceFirst("(operator token, shown this once: )\\S+", "$1...");
        for (String token : tokens(data)) {
            assertThat(shown).as("9: a token in the diagnostics").doesNotContain(token);
        }
        assertThat(shown).as("9: a stack trace in the diagnostics").doesNotContain("\tat ");
        Map<String, Long> repeats = shown.lines()
                .map(line -> line.replaceAll("[0-9]+", "#"))
                .filter(line -> !line.contains("recovery: "))
                .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
        repeats.forEach(
                (line, times) -> assertThat(times).as("9: repeated: %s", line).isLessThan(OVER_AND_OVER));
    }

    private static List<String> tokens(Path data) {
        Path file = data.resolve("tokens.json");
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            Matcher found = TOKEN.matcher(Files.readString(file));
            return found.results().map(result -> result.group()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
