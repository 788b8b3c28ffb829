package daybook.app.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {
    private static final Pattern DAY =
            Pattern.compile("\"type\":\"day\".*\"mode\":\"([a-z-]+)\",\"counts\":\\[([0-9,]*)]");

    @TempDir
    private Path dir;

    @Test
    void theCrashStudySaysWhatEachModeCostsAndTheTraceSaysTheSame() throws IOException {
        Path trace = dir.resolve("trace.ndjson");

        Ran ran = Cli.run(
                "lab",
                "crashes",
                "--seed",
                "4",
                "--days",
                "3",
                "--fills",
                "400",
                "--batch",
                "20",
                "--crashes",
                "4",
                "--trace",
                trace.toString(),
                "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        Map<String, Object> found = Json.object(Json.readOwn(ran.lastLine().getBytes(StandardCharsets.UTF_8)));
        assertThat(found).containsEntry("pass", true);
        assertThat(ran.out()).containsPattern("\"lostPerCrash\":[0-9.]+,");
        Map<String, long[]> recounted = recount(trace);
        for (Object row : Json.array(requireNonNull(found.get("modes")))) {
            Map<String, Object> mode = Json.object(row);
            long[] counts = requireNonNull(recounted.get(String.valueOf(mode.get("mode"))));
            assertThat(List.of(number(mode, "crashes"), number(mode, "lost"), number(mode, "duplicated")))
                    .as(String.valueOf(mode.get("mode")))
                    .containsExactly(counts[0], counts[1], counts[2]);
        }
        assertThat(ran.err()).contains("day 3 of 3");
    }

    @Test
    void theOutboxStudyShowsEachNaiveDesignFailing() {
        Ran ran = Cli.run("lab", "outbox", "--trades", "100", "--crash-rate", "0.1");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("write-then-publish", "publish-then-write", "outbox-without-key")
                .endsWith("in band\n");
    }

    @Test
    void theWatermarkIsSeenToLoseTrades() {
        Ran ran = Cli.run("lab", "watermark", "--trades", "200", "--failure-rate", "0.3");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("none", "watermark", "identity").endsWith("in band\n");
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        Ran ran = Cli.run("lab", "crashes", "--days", "0");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("--days: 0 (expected: 1..10000)");
        assertThat(Cli.run("lab", "outbox", "--crash-rate", "2").err()).contains("--crash-rate: 2.0 (expected: 0..1)");
    }

    /** Crashes, lost and repeated by mode, from the text alone. */
    private static Map<String, long[]> recount(Path trace) throws IOException {
        Map<String, long[]> counts = new HashMap<>();
        for (String line : Files.readAllLines(trace)) {
            String mode = line.replaceAll(".*\"mode\":\"([a-z-]+)\".*", "$1");
            long[] count = counts.computeIfAbsent(mode, m -> new long[3]);
            Matcher day = DAY.matcher(line);
            if (!day.find()) {
                count[0]++;
                continue;
            }
            for (String times : day.group(2).split(",", -1)) {
                count[1] += times.equals("0") ? 1 : 0;
                count[2] += Math.max(0, Long.parseLong(times) - 1);
            }
        }
        return counts;
    }

    private static long number(Map<String, Object> of, String field) {
        return Long.parseLong(((Json.Numeral) requireNonNull(of.get(field))).text());
    }
}
