package daybook.app.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.app.Json;
import daybook.app.cli.CommandLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The usual runs whose figures and results are kept in {@code docs/learn/figures}: made again they give the same, byte for byte. Of
 * the crash study one day of its hundred is made again here; it, the outbox and the back-pressure are made whole in the long programme.
 */
class FiguresTest {
    private static final Path FIGURES =
            Path.of(System.getProperty("daybook.root", "..")).resolve("docs/learn/figures");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"watermark", "phantom", "rebalance", "poison"})
    void theUsualRunGivesTheKeptResultAndTheKeptFigure(String experiment) throws IOException {
        isMadeAgain(experiment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"outbox", "backpressure", "crashes"})
    void theLongerOnesToo(String experiment) throws IOException {
        assumeThat(Boolean.getBoolean("daybook.long")).isTrue();
        isMadeAgain(experiment);
    }

    @Test
    void theFirstDayOfTheCrashStudyIsTheKeptOne() throws IOException {
        Map<String, Object> kept = read(Files.readAllBytes(FIGURES.resolve("crashes.json")));

        Map<String, Object> again = read(CommandLines.run("lab", "crashes", "--days", "1", "--json")
                .strip()
                .getBytes(StandardCharsets.UTF_8));

        List<Object> keptModes = byDay(kept);
        List<Object> modes = byDay(again);
        assertThat(modes).hasSameSizeAs(keptModes);
        for (int i = 0; i < modes.size(); i++) {
            for (String of : List.of("crashes", "lost", "duplicated", "worstError")) {
                assertThat(first(modes.get(i), of)).as(of).isEqualTo(first(keptModes.get(i), of));
            }
        }
    }

    /** The totals that are written on the figure are the sums of the kept days. */
    @Test
    void theCrashFigureSaysWhatTheDaysAddUpTo() throws IOException {
        Map<String, Object> kept = read(Files.readAllBytes(FIGURES.resolve("crashes.json")));
        String figure = Files.readString(FIGURES.resolve("crashes.svg"));
        for (Object mode : byDay(kept)) {
            assertThat(figure)
                    .contains(String.format(
                            Locale.ROOT, "%,d lost, %,d counted twice", sum(mode, "lost"), sum(mode, "duplicated")));
        }
        assertThat(kept).containsEntry("pass", true);
    }

    private void isMadeAgain(String experiment) throws IOException {
        Path figure = directory.resolve(experiment + ".svg");

        String printed = CommandLines.run("lab", experiment, "--figure", figure.toString(), "--json");

        assertThat(printed.strip())
                .isEqualTo(
                        Files.readString(FIGURES.resolve(experiment + ".json")).strip());
        assertThat(figure).hasSameTextualContentAs(FIGURES.resolve(experiment + ".svg"));
    }

    private static Map<String, Object> read(byte[] json) {
        return Json.object(Json.readOwn(json));
    }

    private static List<Object> byDay(Map<String, Object> found) {
        return Json.array(Objects.requireNonNull(found.get("byDay")));
    }

    private static List<Object> days(Object mode, String of) {
        return Json.array(Objects.requireNonNull(Json.object(mode).get(of)));
    }

    private static Object first(Object mode, String of) {
        return days(mode, of).get(0);
    }

    private static long sum(Object mode, String of) {
        return days(mode, of).stream()
                .mapToLong(day -> Long.parseLong(((Json.Numeral) day).text()))
                .sum();
    }
}
